import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Artifact } from "../src/foundation/arc/artifact.js";
import { inTemporaryFolder } from "./temporary-folder.js";

/** Runs with a custom-abis folder of build files for these artifacts, each under its new name. */
export async function withArtifacts<Result>(
  artifacts: Readonly<Record<string, Artifact>>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(async (folder) => {
    for (const [contractName, artifact] of Object.entries(artifacts)) {
      const build = JSON.stringify({ ...artifact, contractName });
      await writeFile(join(folder, `${contractName}.json`), build);
    }
    return await run(folder);
  });
}
