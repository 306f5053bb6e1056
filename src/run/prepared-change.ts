import type { HandledMove } from "../change/submitting/submit-moves.js";
import type { Deployer } from "../migration/deployer.js";
import type { ResultSections } from "../result/result.js";

/** A change that runs over a deployer like a migration. */
export interface PreparedChange {
  readonly avatar: string;
  /** The DAO's name on the chain. Untrusted text. */
  readonly name: string;
  readonly run: (deployer: Deployer) => Promise<ResultSections>;
  /** What the last run did for each move. */
  readonly handled: () => readonly HandledMove[];
}
