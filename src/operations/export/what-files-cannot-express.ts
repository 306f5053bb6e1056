import { formatEther, formatUnits } from "ethers";

import { tokenDecimals } from "../../engine/inspect/assets/token-decimals.js";
import type { Inspection, Inspected } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { META_DATA } from "../../engine/migration/register-schemes.js";
import type { Findings } from "./report.js";
import { contractText } from "./words.js";

/** Reports what no parameters file can express about a DAO. */
export function findWhatFilesCannotExpress(inspection: Inspection, findings: Findings): void {
  reportStorage(inspection, findings);
  reportOwners(inspection, findings);
  reportCap(inspection, findings);
  reportConstraints(inspection, findings);
  reportUpgrades(inspection, findings);
  reportLater(inspection, findings);
  reportPossessions(inspection, findings);
  reportStakingTokens(inspection, findings);
}

function reportStorage({ storage }: Inspection, { missing }: Findings): void {
  for (const [owner, found] of Object.entries(storage)) {
    if (isNotRead(found) || found.explained) continue;
    missing.push({
      what: `Numbers in the ${owner}'s storage that neither its code nor its events explain are not in the file.`,
      why: "They may be permissions or balances that no event mentions, or the node left out events.",
      whatToDo:
        "Export again with another node; if it says the same, review how the DAO was created.",
    });
  }
}

function reportOwners({ token, reputation, controller }: Inspection, { missing }: Findings): void {
  for (const [what, owner] of [
    ["token", token.owner],
    ["reputation", reputation.owner],
  ] as const) {
    if (owner === controller.address) continue;
    missing.push({
      what: isNotRead(owner)
        ? `The owner of the ${what} could not be read: ${owner.notRead}.`
        : `The ${what} belongs to ${owner}; that of a DAO created from the file will belong to its controller.`,
      why: "A migration gives token and reputation to the controller.",
      whatToDo: "Nothing, if the new DAO should decide by itself who gets any.",
    });
  }
}

function reportCap({ token }: Inspection, { missing }: Findings): void {
  const { cap } = token;
  if (cap === undefined || cap === "0") return;
  missing.push({
    what: isNotRead(cap)
      ? `Whether the token has a cap could not be read: ${cap.notRead}.`
      : `At most ${formatUnits(cap, tokenDecimals(token))} of the token may ever be minted, but the token of a DAO created from the file has no cap.`,
    why: "A parameters file cannot express a cap.",
    whatToDo: "Have the new DAO register a TokenCapGC as a global constraint, if it needs one.",
  });
}

function reportConstraints({ globalConstraints }: Inspection, { missing }: Findings): void {
  const why = "A parameters file cannot express global constraints.";
  const whatToDo = "Have the new DAO register them with its GlobalConstraintRegistrar.";
  if (isNotRead(globalConstraints)) {
    const what = `Whether there are global constraints could not be read: ${globalConstraints.notRead}.`;
    missing.push({ what, why, whatToDo: "Try again with another node." });
    return;
  }
  for (const { contract } of globalConstraints) {
    missing.push({
      what: `The global constraint ${contractText(contract)} is not in the file.`,
      why,
      whatToDo,
    });
  }
}

function reportUpgrades({ earlierControllers, controller }: Inspection, { notes }: Findings): void {
  if (earlierControllers.length === 0) return;
  notes.push({
    what: `The DAO was upgraded to ${contractText(controller)}, from ${earlierControllers.map(({ contract }) => contractText(contract)).join(", then ")}.`,
    why: "A file creates a DAO with one controller, so the file describes the latest one.",
    whatToDo: "To export an earlier state of the DAO, pass --block.",
  });
}

/** Reports schemes that votes added or removed. The file has the schemes at the block, like original ones. */
function reportLater({ schemes }: Inspection, { notes }: Findings): void {
  const contracts = new Map(schemes.map(({ contract }) => [contract.address, contract]));
  for (const scheme of schemes) {
    const last = scheme.history.at(-1);
    const by = last && contracts.get(last.by);
    if (last === undefined || by === undefined) continue;
    if (by.code === "account" || by.name === "DaoCreator" || last.how !== "scheme") continue;
    const what =
      last.event === "registered"
        ? `was registered in block ${last.block} and is in the file like the original ones`
        : `was unregistered in block ${last.block} and is not in the file`;
    notes.push({
      what: `${contractText(scheme.contract)} ${what}.`,
      why: `${contractText(by)} did it through the controller, so the DAO voted for it.`,
      whatToDo: "To export an earlier state of the DAO, pass --block.",
    });
  }
}

/** Reports what a DAO has acquired. None of it is transferred. */
function reportPossessions(inspection: Inspection, { notes }: Findings): void {
  const { treasury, allowances, proposals, metaData } = inspection;
  const all = [
    ...listed(treasury, ({ ether, tokens }) => [
      ...(ether === "0" ? [] : [`${formatEther(ether)} ether`]),
      ...tokens.map(({ amount, address, decimals }) =>
        isNotRead(decimals)
          ? `${amount} wei of the token ${address}`
          : `${formatUnits(amount, decimals)} of the token ${address}`,
      ),
    ]),
    ...listed(allowances, (each) => counted(each.length, "allowance")),
    ...listed(proposals, (each) => counted(each.length, "proposal")),
    ...(metaData === undefined || metaData === META_DATA
      ? []
      : ["what it says of itself (MetaData)"]),
  ];
  const unread = { treasury, allowances, proposals };
  for (const [what, read] of Object.entries(unread)) {
    if (!isNotRead(read)) continue;
    notes.push({
      what: `The DAO's ${what} could not be read: ${read.notRead}.`,
      why: "A parameters file describes how a DAO starts, without any of it.",
      whatToDo: "To find out what should move to the new DAO, try again with another node.",
    });
  }
  if (all.length === 0) return;
  notes.push({
    what: `The DAO also has ${all.join(", ")}.`,
    why: "A parameters file describes how a DAO starts, without any of it.",
    whatToDo:
      "Have the DAO vote on what should move to the new one. `dao-migrate inspect` lists it.",
  });
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];
}

function listed<Value>(part: Inspected<Value>, words: (value: Value) => string[]): string[] {
  return isNotRead(part) ? [] : words(part);
}

function reportStakingTokens({ votingMachines }: Inspection, { notes }: Findings): void {
  for (const { contract, stakingToken } of votingMachines) {
    if (stakingToken === undefined || isNotRead(stakingToken)) continue;
    notes.push({
      what: `${contractText(contract)} takes stakes in the token ${stakingToken.address}.`,
      why: "The base, not the file, decides which token is staked.",
      whatToDo: `A DAO on the same base has the same one. For a new base, pass --staking-token ${stakingToken.address}.`,
    });
  }
}
