import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { join, resolve } from "node:path";
import { mkdir } from "node:fs/promises";

import { asTask } from "../src/plugin/task-errors.js";
import { openTaskRelease } from "../src/plugin/task-release.js";
import { writeWhole } from "../src/support/write-file.js";
import { print } from "../src/terminal/output.js";

interface ArtifactsTaskArguments {
  readonly arcVersion: string | undefined;
  readonly outDir: string;
}

const action: NewTaskActionFunction<ArtifactsTaskArguments> = async (
  { arcVersion, outDir },
  { config },
) => {
  const projectRoot = config.paths.root;
  await asTask(async () => {
    const release = await openTaskRelease(arcVersion, config);
    const folder = resolve(projectRoot, outDir);
    await mkdir(folder, { recursive: true });
    const advice = "Pass another folder with --out-dir.";
    for (const name of release.contractNames) {
      const text = `${JSON.stringify(release.artifact(name), null, 2)}\n`;
      await writeWhole(join(folder, `${name}.json`), text, { advice });
    }
    const count = release.contractNames.length;
    print(`Wrote ${count} contracts of Arc ${release.version} to ${outDir}.`);
  });
};

export default action;
