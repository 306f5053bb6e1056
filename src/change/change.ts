import type {
  BlockDescription,
  ContractDescription,
  ControlDescription,
  Read,
  VoteParametersDescription,
} from "../inspect/description.js";
import type { Finding } from "../check/report/report.js";
import type { Draft } from "../simulate/drafts/draft.js";
import type { DeedVerdict, PassVerdict, Stage, Warning } from "../simulate/simulation.js";

/** Changes if a field changes its meaning or place, but not for new fields. */
export const CHANGE_SCHEMA_VERSION = 1;

/**
 * What it takes to turn a DAO into what a file describes, tried on a fork of its chain. The same chain,
 * block and file give the same bytes. Times are UNIX seconds, amounts decimal text.
 */
export interface Change {
  readonly schemaVersion: typeof CHANGE_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  readonly chainId: number;
  readonly network: string;
  /** The block that was forked. */
  readonly block: BlockDescription;
  readonly avatar: string;
  /** The DAO's name according to the avatar. Untrusted text. */
  readonly name: Read<string>;
  /** The file's Arc release, in full. */
  readonly arcVersion: string;
  /** The parameters file; absent if the parameters are not from a file. */
  readonly params?: string;
  /** Whether there is nothing to do: the DAO matches the file as far as votes can change it. */
  readonly empty: boolean;
  /** What anybody can do before a vote: contracts to deploy, parameters to set. In order. */
  readonly transactions: readonly ChangeTransaction[];
  /** What the DAO has to decide, in order. */
  readonly proposals: readonly ChangeProposal[];
  /** Differences from the file that remain, and why. */
  readonly left: readonly LeftOver[];
  /** What could not be compared with the file, and why. */
  readonly notCompared: readonly Uncompared[];
  readonly warnings: readonly Warning[];
  /** Gas of the transactions above and of making the proposals. */
  readonly gas: string;
  /** SHA-256 of everything else, as JSON. */
  readonly hash: string;
}

/** A transaction that the proposer sends. */
export interface ChangeTransaction {
  /** Such as `change/customSchemes/0-GenericScheme/deploy`. */
  readonly step: string;
  readonly kind: "deploy" | "call";
  /** Arc's name of the contract, or that of its build file. */
  readonly contract: string;
  /** On the fork; a deployed contract will have another address on the chain. */
  readonly address: string;
  /** Of a call. */
  readonly function?: string;
  /** Of a deployment, the code with its arguments. */
  readonly data: string;
  readonly gas: string;
}

export interface ChangeProposal {
  /** From 1. */
  readonly number: number;
  /** The same in every run; named after the place in the file. */
  readonly key: string;
  /** What it requests. */
  readonly asks: Draft;
  /** Why, a sentence or two. */
  readonly why: string;
  /** How the DAO differs from the file, a sentence each; absent if `why` says it all. */
  readonly differences?: readonly string[];
  /** The contract that it registers, removes or pays; absent for an unknown account. */
  readonly subject?: ContractDescription;
  /**
   * `to be made`: it can be proposed now. `waits`: others must pass first. `open`, `passed`: it is on the
   * chain. `failed`: it was rejected or expired, and is proposed again only on request.
   */
  readonly status: "to be made" | "waits" | "open" | "passed" | "failed";
  /** Numbers of the proposals that must pass first. */
  readonly after: readonly number[];
  /** Id of the proposal on the chain. */
  readonly id?: string;
  /** The scheme it is made through; absent if no scheme may. */
  readonly scheme?: ContractDescription;
  /** Who can pass it, and by which rules. */
  readonly control?: Omit<ControlDescription, "scheme" | "permissions">;
  readonly votes?: VoteParametersDescription;
  /** Whether and by whom it was passed on the fork. */
  readonly passes: PassVerdict;
  readonly does: DeedVerdict;
  /** Seconds from proposing to completing it on the fork. */
  readonly leastSeconds: number;
  /** Gas for proposing it, and for the rest. */
  readonly gas: { readonly propose: string; readonly rest: string };
  readonly warnings: readonly Warning[];
  /** What was done on the fork. */
  readonly stages: readonly Stage[];
}

/** A difference that remains. */
export interface LeftOver extends Pick<Finding, "rule" | "where" | "message"> {
  /** Why no proposal changes it, a sentence. */
  readonly why: string;
}

export interface Uncompared {
  /** A place in the file, or an address. */
  readonly where: string;
  readonly reason: string;
}
