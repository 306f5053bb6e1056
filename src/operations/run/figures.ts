import type { DaoChange } from "../change/change.js";
import type { HandledProposal } from "../change/carry/propose-or-wait.js";
import type { Warning } from "../../foundation/support/warning.js";
import type { MadeCheck } from "./check-made.js";
import type { MigrationResult, ResultSections } from "../../foundation/result/result.js";

/** Numbers of a finished migration. */
export interface RunFigures {
  /** The deploying account. */
  readonly account: string;
  readonly transactions: number;
  readonly gasUsed: bigint;
  readonly milliseconds: number;
  /** URL of the chain's block explorer, if it has one. */
  readonly explorer?: string;
}

/** The outcome of a migration: the result as written to the file, and the sections that this run made. */
export interface MigrationRun {
  readonly result: MigrationResult;
  readonly made: ResultSections;
  readonly figures: RunFigures;
  /** What the user should know, in order; `onNote` received the same. */
  readonly warnings: readonly Warning[];
  /** Each DAO that the migration made, compared on the chain with its parameters; empty if nothing was checked. */
  readonly checks: readonly MadeCheck[];
  /** What was done for each proposal of a change; absent if a DAO was created. */
  readonly handled?: readonly HandledProposal[];
  /** Whether a DAO that is changed matched its file before this run; absent if that could not be tried on a fork. */
  readonly matches?: DaoChange["matches"];
}
