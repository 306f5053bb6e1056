import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { exportAndPrint } from "../terminal/export-and-print.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";
import { namedFolder } from "./task-options.js";

/** Options of `dao:export`; they have the names of the command's flags. */
export interface ExportTaskArguments extends ReadingTaskArguments {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly now: boolean;
  readonly result: string | undefined;
  readonly json: boolean;
}

/** Writes the parameters of a DAO on the network that Hardhat was started with. */
export async function exportTask(
  taskArguments: ExportTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { output, force, now, result, json } = taskArguments;
  const { dao, paths } = hre.config;
  await readingTask(taskArguments, result, hre, async (reading, progress) => {
    const inputs = {
      ...reading,
      now,
      customAbis: namedFolder(dao.customAbis),
      projectRoot: paths.root,
    };
    const file = output === undefined ? undefined : resolve(output);
    return await exportAndPrint(inputs, { file, force, json }, progress);
  });
}
