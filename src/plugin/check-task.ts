import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { checkedParameters, type CheckInputs } from "../run/check-inputs.js";
import { checkAndPrint } from "../terminal/check-and-print.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";
import { namedFolder } from "./task-options.js";

/** Options of `dao:check`; they have the names of the command's flags. */
export interface CheckTaskArguments extends ReadingTaskArguments {
  readonly params: string | undefined;
  readonly arcVersion: string | undefined;
  readonly output: string | undefined;
  readonly silenced: string | undefined;
  readonly sarif: string | undefined;
  readonly junit: string | undefined;
  readonly json: boolean;
}

/** Checks a DAO on the network that Hardhat was started with, and prints the findings. */
export async function checkTask(
  taskArguments: CheckTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { params, arcVersion, section, output, silenced, sarif, junit, json } = taskArguments;
  const { dao, paths } = hre.config;
  const projectRoot = paths.root;
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  await readingTask(taskArguments, output, hre, async (reading, progress) => {
    const inputs: CheckInputs = {
      ...reading,
      arcVersion: arcVersion ?? dao.arcVersion,
      params: await checkedParameters(section, {
        given: params,
        configured: dao.params,
        projectRoot,
      }),
      customAbis: namedFolder(dao.customAbis),
      projectRoot,
      silenced: dao.check.silenced,
    };
    const shown = { json, sarif: at(sarif), junit: at(junit), silenced: at(silenced) };
    return await checkAndPrint(inputs, shown, progress);
  });
}
