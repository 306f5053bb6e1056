import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { MigrationError } from "../support/errors.js";
import { readArtifactFile } from "./artifact-file.js";
import type { Artifact } from "./artifact.js";

/**
 * Reads the build files of a folder, by file name, because parameters refer to them by file name.
 * @param mayBeMissing true for the default folder; a folder that the user named must exist
 * @throws MigrationError if there is no such folder
 * @throws ArcError for a file that is not a build file
 */
export async function readBuilds(
  folder: string,
  mayBeMissing = false,
): Promise<ReadonlyMap<string, Artifact>> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === "ENOENT") return [];
    throw new MigrationError(
      `The folder ${folder} for build files does not exist (--custom-abis, customAbis). Pass an existing folder, or omit the option.`,
      { cause: error },
    );
  });
  const builds = new Map<string, Artifact>();
  for (const file of files.filter((each) => each.endsWith(".json")).sort()) {
    // Parameters refer to a build by its file name.
    const contractName = file.slice(0, -".json".length);
    builds.set(contractName, { ...(await readArtifactFile(join(folder, file))), contractName });
  }
  return builds;
}
