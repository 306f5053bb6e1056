import { nearest } from "../support/nearest.js";
import { ArcError } from "./arc-error.js";
import type { ArcRelease } from "./artifact.js";

/** The error for a contract that a release does not have. */
export function missingContract(contractName: string, release: ArcRelease): ArcError {
  const similar = nearest(contractName, release.contractNames);
  return new ArcError(
    `Arc release ${release.version} has no contract "${contractName}". ` +
      (similar.length > 0
        ? `The nearest are ${similar.join(", ")}.`
        : `None of its ${release.contractNames.length} contracts has a name like it.`),
  );
}
