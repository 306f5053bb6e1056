import { blockIfAny, joined, line, named, paragraph, phrase } from "../document/document.js";
import type { Block, Inline, Line } from "../document/document.js";
import type { AccountDescription, Inspection } from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../engine/inspect/schemes/scheme-contract.js";
import { contractWords } from "./contracts.js";

/** What is at the accounts that decide something, where that is more than a key. */
export function accountsBlock(inspection: Inspection): Block | undefined {
  const { accounts } = inspection;
  return blockIfAny(
    "Who is behind the accounts that decide",
    isNotRead(accounts)
      ? paragraph`What is at these accounts is ${accounts}`
      : accounts.map((each) => accountLine(each, inspection)),
  );
}

export function accountLine(account: AccountDescription, inspection: Inspection): Line {
  const { contract, runsForeignCode } = account;
  const { address, code, delegate } = contract;
  if (delegate !== undefined) {
    return line`${named(address)} is an account with a key that runs the code of ${named(delegate)} (EIP-7702).
      Anyone with the key can do everything that the account may, and replace this delegate at any time.`;
  }
  const [proxy, owner] = [proxyWords(account), ownerWords(account)];
  const isUnclear = code === "unknown" && owner === undefined;
  const isStaked = inspection.votingMachines.some(
    ({ stakingToken }) => ifRead(stakingToken)?.address === address,
  );
  const what = schemeContract(address, inspection)
    ? "by which rules it acts"
    : isStaked
      ? "by which rules it is staked"
      : "who acts for it";
  return line(
    contractWords(contract),
    proxy !== undefined && line(proxy),
    owner !== undefined && line(owner),
    runsForeignCode === true &&
      line`its code may run other code as its own (delegatecall); who can replace that is not known`,
    isUnclear &&
      line`${what} is not known; its sources would show it: ${{ code: `dao-migrate verify ${address}` }}`,
  );
}

function proxyWords({ proxy }: AccountDescription): Inline {
  if (proxy === undefined) return undefined;
  if (isNotRead(proxy)) return phrase`whether it is a proxy is ${proxy}`;
  const { kind, implementation, canChange, admin, beacon } = proxy;
  const own = admin === undefined ? "anyone whom its code allows" : named(admin);
  const who = beacon === undefined ? own : phrase`anyone whom its beacon ${named(beacon)} allows`;
  return phrase`${kind} of ${contractWords(implementation)}${canChange && phrase`; ${who} can replace that at any time`}`;
}

/** As a contract of unknown code may say anything, this is told as its words. */
function ownerWords({ contract, owner, owners, threshold }: AccountDescription): Inline {
  const says = contract.code === "arc" ? "" : "says that ";
  if (owners !== undefined) {
    return phrase`${says}${threshold} of its ${owners.length} owners act for it: ${joined(owners.map(named))}`;
  }
  return owner === undefined ? undefined : phrase`${says}it belongs to ${named(owner)}`;
}
