import { totalOf } from "../../../engine/governance/redeem-and-execute.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";

/** What a proposal changes; for currencies of the treasury, how much it takes, in wei. Undefined if unknown. */
type Changes = ReadonlyMap<string, bigint | undefined>;
/** If it is unknown what others may depend on. */
const EVERYTHING: Changes = new Map();
/** The parts of a DAO that decide whether two proposals affect each other. */
export type Touchable = Pick<Inspection, "controller" | "treasury" | "globalConstraints" | "token">;

/**
 * What two proposals both touch: currencies if the treasury does not have enough for both, schemes, and contracts that
 * both call. Empty if they do not affect each other.
 */
export function touchedByBoth(
  one: ProposalDescription,
  other: ProposalDescription,
  dao: Touchable,
): readonly string[] {
  const [a, b] = [changesOf(one, dao), changesOf(other, dao)] as const;
  if (a === EVERYTHING || b === EVERYTHING) return ["who controls the DAO"];
  const touched = [...a.keys()].filter((what) => b.has(what) && !hasEnough(dao, what, a, b));
  // A proposal needs its scheme, but does not change it by being made through it.
  if (b.has(`scheme ${one.scheme}`)) touched.push(`scheme ${one.scheme}`);
  if (a.has(`scheme ${other.scheme}`)) touched.push(`scheme ${other.scheme}`);
  // Such as a vote of the DAO itself on the other proposal.
  if (names(one, other.id)) touched.push(`proposal ${other.id}`);
  if (names(other, one.id)) touched.push(`proposal ${one.id}`);
  return [...new Set(touched)].sort();
}

function hasEnough({ treasury }: Touchable, what: string, ...all: readonly Changes[]): boolean {
  const taken = all.map((each) => each.get(what));
  if (isNotRead(treasury) || !taken.every((amount) => amount !== undefined)) return false;
  const has =
    what === "ether"
      ? treasury.ether
      : treasury.tokens.find(({ address }) => what === `contract ${address}`)?.amount;
  return has !== undefined && taken.reduce((sum, amount) => sum + amount, 0n) <= BigInt(has);
}

function changesOf({ requests }: ProposalDescription, dao: Touchable): Changes {
  if (isNotRead(requests)) return EVERYTHING;
  switch (requests.kind) {
    case "reward": {
      const { ether, externalToken, externalTokens, nativeTokens } = requests;
      const changes = new Map<string, bigint | undefined>();
      if (ether !== "0") changes.set("ether", totalOf(requests, "ether"));
      if (externalTokens !== "0" && externalToken !== undefined)
        changes.set(`contract ${externalToken}`, totalOf(requests, "externalTokens"));
      if (nativeTokens !== "0" && mayBeCapped(dao)) changes.set("supply of the token", undefined);
      return changes;
    }
    case "calls": {
      const { calls } = requests;
      if (calls.some(({ to }) => to.address === dao.controller.address)) return EVERYTHING;
      const changes = new Map<string, bigint | undefined>();
      const ether = calls.reduce((sum, { value }) => sum + BigInt(value), 0n);
      if (ether > 0n) changes.set("ether", ether);
      for (const { to } of calls) changes.set(`contract ${to.address}`, undefined);
      return changes;
    }
    case "registerScheme":
    case "unregisterScheme":
    case "changeUpgradeScheme":
      return new Map([[`scheme ${requests.scheme.address}`, undefined]]);
    // A constraint may reject anything.
    case "upgradeController":
    case "addGlobalConstraint":
    case "removeGlobalConstraint":
      return EVERYTHING;
    case "other":
      return new Map();
  }
}

/** Whether a proposal's calls contain another one's ID. */
function names({ requests }: ProposalDescription, id: string): boolean {
  if (isNotRead(requests) || requests.kind !== "calls") return false;
  return requests.calls.some(({ data }) => data.toLowerCase().includes(id.slice(2).toLowerCase()));
}

/** Whether minting may be capped. */
function mayBeCapped({ token, globalConstraints }: Touchable): boolean {
  const isUnlimited = token.cap === undefined || token.cap === "0";
  return !isUnlimited || isNotRead(globalConstraints) || globalConstraints.length > 0;
}
