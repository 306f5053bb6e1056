import type { HandledMove } from "../change/submitting/submit-moves.js";
import type { Warning } from "../support/warning.js";
import type { MadeCheck } from "./check-made.js";
import type { MigrationResult, ResultSections } from "../result/result.js";

/** What a migration took. */
export interface RunFigures {
  /** The deploying account. */
  readonly account: string;
  readonly transactions: number;
  readonly gasUsed: bigint;
  readonly milliseconds: number;
  /** Address of the chain's block explorer, where it has one. */
  readonly explorer?: string;
}

/** What a migration leaves: the result as it is in the file, and the sections that it made of it. */
export interface MigrationRun {
  readonly result: MigrationResult;
  readonly made: ResultSections;
  readonly figures: RunFigures;
  /** What the user should know, in order; `onNote` was told it too. */
  readonly warnings: readonly Warning[];
  /** What the chain has of each DAO that it made, compared with what was asked for; none where nothing was checked. */
  readonly checks: readonly MadeCheck[];
  /** What was done with each proposal of a change; absent if a DAO was made. */
  readonly handled?: readonly HandledMove[];
}
