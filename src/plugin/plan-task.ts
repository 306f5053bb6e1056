import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { parametersSource } from "../run/parameters-source.js";
import type { PlanInputs } from "../run/plan-inputs.js";
import { planAndPrint } from "../terminal/plan-and-print.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";
import { namedFolder } from "./task-options.js";

/** Options of `dao:plan`; they have the names of the command's flags. */
export interface PlanTaskArguments extends ReadingTaskArguments {
  readonly params: string | undefined;
  readonly arcVersion: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
  readonly newController: boolean;
  readonly description: string | undefined;
  readonly markdown: boolean;
  readonly json: boolean;
}

/** Plans the change of a DAO on the network that Hardhat was started with, and prints it. */
export async function planTask(
  taskArguments: PlanTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { params, arcVersion, output, force, newController } = taskArguments;
  const { dao, paths } = hre.config;
  const projectRoot = paths.root;
  await readingTask(taskArguments, output, hre, async (reading, progress) => {
    const inputs: PlanInputs = {
      ...reading,
      force,
      newController,
      arcVersion: arcVersion ?? dao.arcVersion,
      params: await parametersSource({ given: params, configured: dao.params, projectRoot }),
      customAbis: namedFolder(dao.customAbis),
      projectRoot,
    };
    return await planAndPrint(inputs, taskArguments, progress);
  });
}
