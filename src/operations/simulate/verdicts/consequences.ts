import type {
  ContractDescription,
  Inspected,
  Inspection,
  VoteRules,
} from "../../../engine/inspect/description.js";
import type { Counted } from "../tracing/counted.js";
import type { GivenAway } from "../tracing/given-away.js";
import type { CallTrials } from "../tracing/call-trials.js";
import type { BalanceChange, RegisterVerdict, SimulatedTransaction } from "../simulation.js";
import type { PowerChange } from "./power-words.js";

/** Everything needed to judge a proposal after it was carried out. */
export interface Consequences {
  /** Of the proposal. */
  readonly id?: string;
  readonly before: Inspection;
  readonly after: Inspected<Inspection>;
  /** Who owns the avatar afterwards, if no more than that could be read. */
  readonly owner?: string;
  /** Why the proposal did not pass; undefined if it did. */
  readonly obstacle: string | undefined;
  /** Changes from redeeming only. */
  readonly redeemed: readonly BalanceChange[];
  /** All changes; absent if only the effects are judged. */
  readonly balances?: readonly BalanceChange[];
  /** What is left without the proposal of tokens of which less is left with it, in wei; absent if that was not read. */
  readonly fading?: ReadonlyMap<string, bigint>;
  readonly stages: readonly SimulatedTransaction[];
  /** What the requested calls do by themselves; absent if that was not tried. */
  readonly trials?: CallTrials;
  /** What the DAO gave to others; absent if that was not read. */
  readonly given?: GivenAway;
  /** What constraints refuse that they did not before, and new rules for removing them; absent if that was not tried. */
  readonly constraints?: {
    readonly refused: readonly string[];
    readonly removals: readonly ConstraintRemoval[];
  };
  /** IDs of passed proposals whose calls failed before, and work now; absent if that was not tried. */
  readonly freed?: readonly string[];
  /** What changed of what schemes and voting machines count; absent if that was not read. */
  readonly counted?: readonly Counted[];
  /** Contracts with new power whose storage is not proven by how they were created; absent if that was not read. */
  readonly origins?: readonly PowerChange[];
  /** Whether a scheme can be registered afterwards; absent if that was not tried. */
  readonly registers?: RegisterVerdict;
}

/** By which rules a vote removes a constraint. */
export interface ConstraintRemoval {
  readonly constraint: string;
  readonly registrar: ContractDescription;
  readonly votingMachine: string;
  readonly rules: Inspected<VoteRules>;
}
