import { nearest } from "../support/nearest.js";
import { ArcError } from "./arc-error.js";
import type { ArcRelease } from "./artifact.js";
import { releasesWith } from "./history.js";

/** The error for a contract that a release does not have. */
export function missingContract(contractName: string, release: ArcRelease): ArcError {
  const similar = nearest(contractName, release.contractNames);
  const others = releasesWith(contractName);
  return new ArcError(
    `Arc release ${release.version} has no contract "${contractName}". ` +
      (others === undefined ? "" : `Releases ${others} have it. `) +
      (similar.length > 0 ? `Did you mean ${similar.join(", ")}? ` : "") +
      `All names: dao-migrate contracts -a ${release.version.replace(/^[^-]*-/, "")}`,
  );
}
