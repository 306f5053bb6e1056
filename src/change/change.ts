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

/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const CHANGE_SCHEMA_VERSION = 1;

/**
 * What has to happen so that a DAO is what a file says, carried out on a fork of its chain. The same chain,
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
  /** Of the DAO, as the avatar has it; written by strangers. */
  readonly name: Read<string>;
  /** Release of Arc that the file is for, in full. */
  readonly arcVersion: string;
  /** The parameters file; absent where the parameters are of no file. */
  readonly params?: string;
  /** Whether there is nothing to do: the DAO is as the file says, as far as votes can make it so. */
  readonly empty: boolean;
  /** What anybody can do before a vote: contracts to deploy, parameters to set. In order. */
  readonly transactions: readonly ChangeTransaction[];
  /** What the DAO has to decide, in order. */
  readonly proposals: readonly ChangeProposal[];
  /** What stays otherwise than the file says, and why. */
  readonly left: readonly LeftOver[];
  /** What could not be compared with the file, and why. */
  readonly notCompared: readonly Uncompared[];
  readonly warnings: readonly Warning[];
  /** Gas of the transactions above and of making the proposals. */
  readonly gas: string;
  /** SHA-256 of all the rest as JSON. */
  readonly hash: string;
}

/** A transaction of whoever proposes the change. */
export interface ChangeTransaction {
  /** Such as `change/customSchemes/0-GenericScheme/deploy`. */
  readonly step: string;
  readonly kind: "deploy" | "call";
  /** Arc's name of the contract, or that of its build file. */
  readonly contract: string;
  /** On the fork: where the contract is deployed, on the chain it will be elsewhere. */
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
  /** What it asks for. */
  readonly asks: Draft;
  /** Why, a sentence or two. */
  readonly why: string;
  /** What is otherwise than the file says, a sentence each; absent where `why` says all. */
  readonly differences?: readonly string[];
  /** Of the contract that it registers, removes or pays; absent for an account of whom nothing is known. */
  readonly subject?: ContractDescription;
  /**
   * `to be made`: it can be proposed now. `waits`: others have to pass first. `open`, `passed`: it is on the
   * chain. `failed`: it was rejected or expired, and is to be made again only where that is asked for.
   */
  readonly status: "to be made" | "waits" | "open" | "passed" | "failed";
  /** Numbers of those that have to pass first. */
  readonly after: readonly number[];
  /** Of the one on the chain. */
  readonly id?: string;
  /** The scheme that it is made through; absent where none may. */
  readonly scheme?: ContractDescription;
  /** Who can pass it, by which rules. */
  readonly control?: Omit<ControlDescription, "scheme" | "permissions">;
  readonly votes?: VoteParametersDescription;
  /** Whether and by whom it was passed on the fork. */
  readonly passes: PassVerdict;
  readonly does: DeedVerdict;
  /** From making it to having done it, on the fork: seconds. */
  readonly leastSeconds: number;
  /** Gas of making it, and of the rest. */
  readonly gas: { readonly propose: string; readonly rest: string };
  readonly warnings: readonly Warning[];
  /** What was done on the fork. */
  readonly stages: readonly Stage[];
}

/** A difference that stays. */
export interface LeftOver extends Pick<Finding, "rule" | "where" | "message"> {
  /** Why no proposal changes it, a sentence. */
  readonly why: string;
}

export interface Uncompared {
  /** A place in the file, or an address. */
  readonly where: string;
  readonly reason: string;
}
