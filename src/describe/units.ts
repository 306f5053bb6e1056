import { untrusted, type Inline, type Unit } from "../document/document.js";
import type { Inspection, ProposalDescription, Read } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";

export const ETHER: Unit = { decimals: 18, name: "ether" };
/** 18 decimals in every release. */
export const REPUTATION: Unit = { decimals: 18, name: "reputation" };
/** The same amounts without the word, where it is clear. */
export const OF_REPUTATION: Unit = { decimals: 18 };

interface TokenNames {
  readonly symbol: Read<string>;
  readonly decimals: Read<number>;
}

/**
 * The unit of amounts of a token: its symbol, or wei if its decimals are unknown.
 * @param otherwise the name of tokens whose symbol is unknown
 */
export function unitOf({ symbol, decimals }: TokenNames, otherwise = "tokens"): Unit {
  const name = symbolOf(symbol, otherwise);
  return isNotRead(decimals) ? { decimals: 0, name: ["wei of ", name] } : { decimals, name };
}

/** A token's symbol, which anybody can choose. */
export function symbolOf(symbol: Read<string>, otherwise: string): Inline {
  return isNotRead(symbol) || symbol.trim() === "" ? otherwise : untrusted(symbol, { longest: 20 });
}

/** The unit of stakes on a proposal. */
export function stakingUnit(
  { votingMachine }: Pick<ProposalDescription, "votingMachine">,
  { votingMachines }: Pick<Inspection, "votingMachines">,
): Unit {
  const token = votingMachines.find(
    ({ contract }) => contract.address === votingMachine,
  )?.stakingToken;
  const isKnown = token !== undefined && !isNotRead(token);
  const unknown = { notRead: "" };
  return unitOf(isKnown ? token : { symbol: unknown, decimals: unknown }, "staking tokens");
}
