import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { inspectAndPrint } from "../terminal/inspect-and-print.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";

/** Options of `dao:inspect`; they have the names of the command's flags. */
export interface InspectTaskArguments extends ReadingTaskArguments {
  readonly output: string | undefined;
  readonly json: boolean;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly failOnChange: boolean;
}

/** Reads a DAO on the network that Hardhat was started with, and prints it. */
export async function inspectTask(
  taskArguments: InspectTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  await readingTask(taskArguments, taskArguments.output, hre, async (inputs, progress) => {
    return await inspectAndPrint(inputs, taskArguments, progress);
  });
}
