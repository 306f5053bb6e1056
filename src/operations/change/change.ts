import type {
  ContractDescription,
  ControlDescription,
  VoteParametersDescription,
} from "../../engine/inspect/description.js";
import type { CheckFinding } from "../check/report/report.js";
import type { Draft } from "../simulate/drafts/draft.js";
import type { PassVerdict, SimulatedTransaction, Simulation } from "../simulate/simulation.js";
import type { Address, Amount, Bytes, Count, Hash } from "../../foundation/support/formats.js";

/** Increases when a field changes its meaning or place, but not for new fields. */
export const CHANGE_SCHEMA_VERSION = 1;

/**
 * What it takes to turn a DAO into what a file describes, tried on a fork of its chain. The same chain, block and file
 * give the same bytes. Times are UNIX seconds; amounts are decimal text.
 */
export interface DaoChange extends Pick<
  Simulation,
  "tool" | "block" | "name" | "warnings" | "hash"
> {
  readonly schemaVersion: typeof CHANGE_SCHEMA_VERSION;
  readonly chainId: Count;
  readonly network: string;
  readonly avatar: Address;
  /** The complete version of the file's Arc release. */
  readonly arcVersion: string;
  /** The path of the parameters file; absent if the parameters are not from a file. */
  readonly params?: string;
  /** Whether there is nothing to do: everything that votes can change already matches the file. */
  readonly empty: boolean;
  /**
   * Whether the DAO is what the file describes. `no`: there is something to do, or a difference that no vote can change.
   * `not known`: something could not be compared, see `notCompared`.
   */
  readonly matches: "yes" | "no" | "not known";
  /** What anybody can do before a vote, in order: deploy contracts, set parameters. */
  readonly transactions: readonly ChangeTransaction[];
  /** What the DAO must decide, in order. */
  readonly proposals: readonly ChangeProposal[];
  /** Differences from the file that remain, and why. */
  readonly left: readonly RemainingDifference[];
  /** What could not be compared with the file, and why. */
  readonly notCompared: readonly UncomparedPart[];
  /** Gas of the transactions above and of making the proposals. */
  readonly gas: Amount;
}

/** A transaction that the proposer sends. */
export interface ChangeTransaction {
  /** Such as `change/customSchemes/0-GenericScheme/deploy`. */
  readonly step: string;
  readonly kind: "deploy" | "call";
  /** The contract's name in Arc or in its build file. */
  readonly contract: string;
  /** Its address on the fork. On the chain, a deployed contract gets another one. */
  readonly address: Address;
  /** The called function; absent for a deployment. */
  readonly function?: string;
  /** Call data, or for a deployment the code with its arguments. */
  readonly data: Bytes;
  readonly gas: Amount;
}

export interface ChangeProposal extends Pick<Simulation, "does" | "warnings"> {
  /** Counted from 1. */
  readonly number: Count;
  /** The same in every run; named after the entry's path in the file. */
  readonly key: string;
  /** What it requests. */
  readonly requests: Draft;
  /** The reason, in a sentence or two. */
  readonly why: string;
  /** How the DAO differs from the file, one sentence each; absent if `why` says it all. */
  readonly differences?: readonly string[];
  /** The contract that it registers, removes or pays; absent for an unknown account. */
  readonly subject?: ContractDescription;
  /**
   * `to be made`: it can be proposed now. `waits`: others must pass first. `open`, `passed`: it is on the chain.
   * `failed`: it was rejected or expired, and is proposed again only on request.
   */
  readonly status: "to be made" | "waits" | "open" | "passed" | "failed";
  /** Numbers of the proposals that must pass first. */
  readonly after: readonly Count[];
  /** ID of the proposal on the chain. */
  readonly id?: Hash;
  /** The scheme through which it is made; absent if no scheme may propose it. */
  readonly scheme?: ContractDescription;
  /** Who can pass it, and by which rules. */
  readonly control?: Omit<ControlDescription, "scheme" | "permissions">;
  readonly votes?: VoteParametersDescription;
  /** Whether and by whom it was passed on the fork. */
  readonly passes: PassVerdict;
  /** Seconds from making the proposal to completing it on the fork. */
  readonly leastSeconds: Count;
  /** Gas for making the proposal, and for everything after that. */
  readonly gas: { readonly propose: Amount; readonly rest: Amount };
  /** What was done on the fork. */
  readonly stages: readonly SimulatedTransaction[];
}

/** A difference that remains. */
export interface RemainingDifference extends Pick<CheckFinding, "rule" | "where" | "message"> {
  /** Why no proposal changes it, in a sentence. */
  readonly why: string;
}

export interface UncomparedPart {
  /** A path in the file, or an address. */
  readonly where: string;
  readonly reason: string;
}
