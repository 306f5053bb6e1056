import { amount, phrase, untrusted, type Inline, type Unit } from "../document/document.js";
import type {
  Inspection,
  ProposalDescription,
  Inspected,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";

export const ETHER: Unit = { decimals: 18, name: "ether" };
/** 18 decimals in every release. */
export const REPUTATION: Unit = { decimals: 18, name: "reputation" };
/** The same amounts without the word, where it is clear. */
export const OF_REPUTATION: Unit = { decimals: 18 };

interface TokenNames {
  readonly symbol: Inspected<string>;
  readonly decimals: Inspected<number>;
}

/** A token of which nothing is known. */
export const UNKNOWN_TOKEN: TokenNames = { symbol: { notRead: "" }, decimals: { notRead: "" } };

/**
 * The unit of amounts of a token: its symbol, or wei if its decimals are unknown.
 * @param otherwise the name of tokens whose symbol is unknown
 */
export function unitOf({ symbol, decimals }: TokenNames, otherwise = "tokens"): Unit {
  const name = symbolOf(symbol, otherwise);
  return isNotRead(decimals) ? { decimals: 0, name: ["wei of ", name] } : { decimals, name };
}

export function symbolOf(symbol: Inspected<string>, otherwise: string): Inline {
  return isNotRead(symbol) || symbol.trim() === "" ? otherwise : untrusted(symbol, { longest: 20 });
}

/** Where a DAO names tokens. */
export type DaoTokens = Pick<Inspection, "token" | "treasury" | "votingMachines">;

/** A token that the DAO makes, owns or that is staked on its proposals; undefined if it is another one. */
export function knownToken(
  address: string,
  { token: own, treasury, votingMachines }: DaoTokens,
): TokenNames | undefined {
  return [
    { ...own, address: own.contract.address },
    ...(ifRead(treasury)?.tokens ?? []),
    ...votingMachines.flatMap(({ stakingToken }) => ifRead(stakingToken) ?? []),
  ].find((token) => token.address === address);
}

export function stakingToken(
  votingMachine: string,
  votingMachines: Inspection["votingMachines"],
): TokenNames {
  const machine = votingMachines.find(({ contract }) => contract.address === votingMachine);
  return ifRead(machine?.stakingToken) ?? UNKNOWN_TOKEN;
}

/** Votes or stakes on both sides. */
export function sideWords(
  { for: yes, against: no }: Readonly<Record<"for" | "against", string>>,
  unit: Unit = OF_REPUTATION,
): Inline {
  return phrase`${amount(yes, unit)} for, ${amount(no, unit)} against`;
}

export function stakingUnit(
  { votingMachine }: Pick<ProposalDescription, "votingMachine">,
  { votingMachines }: Pick<Inspection, "votingMachines">,
): Unit {
  return unitOf(stakingToken(votingMachine, votingMachines), "staking tokens");
}
