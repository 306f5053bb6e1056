import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { resolve } from "node:path";

import { generateBindings } from "../src/bindings/generate.js";
import { asTask } from "../src/plugin/task-errors.js";
import { namesIn } from "../src/plugin/names-in.js";
import { openTaskRelease } from "../src/plugin/task-release.js";
import { print } from "../src/terminal/output.js";

interface TypechainTaskArguments {
  readonly arcVersion: string | undefined;
  readonly outDir: string;
  readonly contracts: string | undefined;
}

const action: NewTaskActionFunction<TypechainTaskArguments> = async (
  { arcVersion, outDir, contracts },
  { config },
) => {
  const projectRoot = config.paths.root;
  await asTask(async () => {
    const release = await openTaskRelease(arcVersion, config);
    const names = await generateBindings({
      release,
      contracts: namesIn(contracts),
      outDir: resolve(projectRoot, outDir),
      projectRoot,
    });
    print(`Wrote bindings of ${names.length} contracts of Arc ${release.version} to ${outDir}.`);
  });
};

export default action;
