import type { ContractDescription } from "../../../engine/inspect/description.js";
import type { PassVerdict, SimulatedTransaction } from "../simulation.js";

/** A way to take what a DAO owns, carried out on a fork. Amounts are wei as decimal text. */
export interface Threat {
  /** The scheme that is used, or the account or contract that needs no vote. */
  readonly through: ContractDescription;
  /** What is done, such as `register a scheme of one's own with all permissions`. */
  readonly what: string;
  readonly price: ThreatPrice;
  /** What one account had afterwards that the avatar had before. */
  readonly taken: {
    readonly ether: string;
    readonly tokens: readonly { readonly address: string; readonly amount: string }[];
    /** Percent of all reputation, with two decimals. */
    readonly reputation: string;
  };
  /** Until when votes against it stop it, UNIX seconds; absent if nothing does. */
  readonly stoppableUntil?: number;
  /** Everything that was sent, in order. */
  readonly steps: readonly ThreatStep[];
}

/** What an attacker needs. */
interface ThreatPrice {
  /** Whose votes; empty if it needs none. Shares are percent with two decimals. */
  readonly voters: readonly Pick<PassVerdict["votes"][number], "account" | "share">[];
  /** Wei that are staked, of which the winners get most back; absent if nothing is. */
  readonly stake?: { readonly token: string; readonly amount: string };
  /** From the first transaction to the last. */
  readonly seconds: number;
}

interface ThreatStep extends Pick<SimulatedTransaction, "from" | "to" | "value" | "data" | "time"> {
  readonly stage: string;
}

/** What was searched, and what was found: the cheapest first. */
export interface Threats {
  readonly found: readonly Threat[];
  /** Every way that was tried and took nothing, and why; sentences. */
  readonly safe: readonly string[];
  /** What was not tried; sentences. */
  readonly notTried: readonly string[];
}
