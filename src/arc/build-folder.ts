import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { MigrationError } from "../support/errors.js";
import { readArtifactFile } from "./artifact-file.js";
import type { Artifact } from "./artifact.js";

/**
 * The build files of a folder, by the names of the files: parameters name them so.
 * @param mayBeMissing the usual folder need not exist; one that was named does
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
    // A file refers to a build by the file's name.
    const contractName = file.slice(0, -".json".length);
    builds.set(contractName, { ...(await readArtifactFile(join(folder, file))), contractName });
  }
  return builds;
}
