import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { resolve } from "node:path";

import { readBuilds } from "../src/arc/build-folder.js";
import { writeAbis } from "../src/bindings/write-abis.js";
import { asTask } from "../src/plugin/task-errors.js";
import { namesIn } from "../src/plugin/names-in.js";
import { namedFolder } from "../src/plugin/task-options.js";
import { openTaskRelease } from "../src/plugin/task-release.js";
import { print } from "../src/terminal/output.js";

interface AbisTaskArguments {
  readonly arcVersion: string | undefined;
  readonly outFile: string;
  readonly contracts: string | undefined;
}

const action: NewTaskActionFunction<AbisTaskArguments> = async (
  { arcVersion, outFile, contracts },
  { config },
) => {
  const { root } = config.paths;
  await asTask(async () => {
    const release = await openTaskRelease(arcVersion, config);
    const { customAbis } = config.dao;
    const names = await writeAbis({
      release,
      builds: await readBuilds(resolve(root, customAbis), namedFolder(customAbis) === undefined),
      contracts: namesIn(contracts),
      outFile: resolve(root, outFile),
    });
    print(`Wrote the ABIs of ${names.length} contracts of Arc ${release.version} to ${outFile}.`);
  });
};

export default action;
