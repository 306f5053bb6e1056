import { ZeroAddress } from "ethers";

import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type {
  FounderDescription,
  Inspection,
  SchemeDescription,
  UnvotedMintDescription,
} from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { isNotRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { byPlace } from "../reading/contract.js";
import { openContract } from "../reading/identify.js";
import { ACTS, isOf, type IsFounding } from "./registrations.js";

/**
 * Reads who received tokens or reputation when the DAO was created, in chain order. Until the first scheme was
 * registered, only the creator could mint. In a DAO without schemes, everything was minted by its creator.
 */
export async function readFounders(
  { reputation, token }: Pick<Organization, "reputation" | "token">,
  isFounding: IsFounding,
): Promise<readonly FounderDescription[]> {
  const founders = new Map<string, Record<"tokens" | "reputation", bigint>>();
  const add = (account: string, of: "tokens" | "reputation", amount: bigint): void => {
    const had = founders.get(account) ?? { tokens: 0n, reputation: 0n };
    founders.set(account, { ...had, [of]: had[of] + amount });
  };
  const [minted, transferred] = await Promise.all([
    reputation.events(["Mint"]),
    token.events(["Transfer"]),
  ]);
  for (const { log, values } of minted) {
    const [account, amount] = values.toArray() as [string, bigint];
    if (isFounding(log)) add(account, "reputation", amount);
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from === ZeroAddress && isFounding(log)) add(to, "tokens", amount);
  }
  return [...founders].map(([account, sums]) => ({
    account,
    tokens: String(sums.tokens),
    reputation: String(sums.reputation),
  }));
}

type Founding = Pick<SchemeDescription, "contract" | "history" | "registered">;

/**
 * Reads what accounts minted and burned through the controller without a vote, after the DAO got its first scheme: the
 * creator of the controller at any time, others that are not Arc's code before it gave up its permissions, and earlier
 * owners of a ReputationAdmin through it.
 * @returns a row for each account that got or lost something, and who did it, in chain order
 */
export async function readUnvotedMints(
  reader: BlockReader,
  organization: Organization,
  schemes: readonly Founding[],
  isFounding: IsFounding,
): Promise<readonly UnvotedMintDescription[]> {
  const isUnvoted = withoutVotes(schemes);
  const isEarlier = await byEarlierOwners(reader, schemes);
  const rows = new Map<string, Record<"tokens" | "reputation" | "burnt", bigint>>();
  const acts = await organization.controller.events(ACTS);
  for (const { name, values, log } of acts.filter(isOf(organization))) {
    const [by, account, amount] = values.toArray() as [string, string, bigint];
    const kind = KINDS[name];
    if (kind === undefined || isFounding(log)) continue;
    if (!isUnvoted(by, log.blockNumber) && !isEarlier(by, log)) continue;
    const key = `${account} ${by}`;
    const row = rows.get(key) ?? { tokens: 0n, reputation: 0n, burnt: 0n };
    rows.set(key, { ...row, [kind]: row[kind] + amount });
  }
  return [...rows].map(([key, { tokens, reputation, burnt }]) => {
    const [account = "", by = ""] = key.split(" ");
    return {
      account,
      by,
      tokens: String(tokens),
      reputation: String(reputation),
      burnt: String(burnt),
    };
  });
}

/** What accounts got at first, and what was minted and burned for them later without a vote. */
export function withUnvotedMints({
  founders,
  unvotedMints,
}: Pick<Inspection, "founders" | "unvotedMints">): Inspection["founders"] {
  if (isNotRead(founders)) return founders;
  if (isNotRead(unvotedMints)) return unvotedMints;
  const sums = new Map(founders.map((founder) => [founder.account, founder]));
  for (const { account, tokens, reputation, burnt } of unvotedMints) {
    const had = sums.get(account) ?? { account, tokens: "0", reputation: "0" };
    sums.set(account, {
      account,
      tokens: String(BigInt(had.tokens) + BigInt(tokens)),
      reputation: String(BigInt(had.reputation) + BigInt(reputation) - BigInt(burnt)),
    });
  }
  return [...sums.values()];
}

const KINDS: Readonly<Record<string, "tokens" | "reputation" | "burnt">> = {
  MintTokens: "tokens",
  MintReputation: "reputation",
  BurnReputation: "burnt",
};

/** Returns a function that tells whether what an account did through the controller in a block needed no vote. */
function withoutVotes(schemes: readonly Founding[]): (account: string, block: number) => boolean {
  const byAddress = new Map(schemes.map((each) => [each.contract.address, each]));
  // Up to rc.33, the account that creates the controller is registered without an event.
  const isCreator = ({ history: [first] }: Founding): boolean =>
    first === undefined || first.how === "controller" || first.event === "unregistered";
  const ends = schemes
    .filter(isCreator)
    .map(({ history, registered }) => (registered ? Infinity : (history.at(-1)?.block ?? 0)));
  const end = Math.max(0, ...ends);
  return (account, block) => {
    const sender = byAddress.get(account);
    if (sender === undefined || sender.contract.code === "arc") return false;
    return isCreator(sender) || block <= end;
  };
}

/** Returns a function that tells whether a ReputationAdmin did something before its present owner got it. */
async function byEarlierOwners(
  reader: BlockReader,
  schemes: readonly Founding[],
): Promise<(account: string, log: ChainLog) => boolean> {
  const since = new Map<string, ChainLog>();
  for (const { contract } of schemes) {
    if (contract.code !== "arc" || contract.name !== "ReputationAdmin") continue;
    const transfers = await openContract(reader, contract)?.events(["OwnershipTransferred"]);
    const last = transfers?.at(-1);
    if (last !== undefined) since.set(contract.address, last.log);
  }
  return (account, log) => {
    const start = since.get(account);
    return start !== undefined && byPlace(log, start) < 0;
  };
}
