import type { HandledMove } from "../change/submitting/submit-moves.js";
import type { Deployer } from "../migration/deployer.js";
import type { ResultSections } from "../result/result.js";

/** A change that runs over a deployer as a migration does. */
export interface PreparedChange {
  readonly avatar: string;
  /** As the chain has it, written by strangers. */
  readonly name: string;
  readonly run: (deployer: Deployer) => Promise<ResultSections>;
  /** What the last run did with each move. */
  readonly handled: () => readonly HandledMove[];
}
