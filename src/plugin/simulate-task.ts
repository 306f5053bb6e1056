import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { simulateAndPrint } from "../terminal/simulate-and-print.js";
import { simulateFiles, type SimulateFlags } from "../terminal/simulate-files.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";

/** Options of `dao:simulate`; they have the names of the command's flags. */
export interface SimulateTaskArguments extends SimulateFlags, ReadingTaskArguments {
  readonly proposal: string | undefined;
  readonly output: string | undefined;
  readonly calldata: string | undefined;
  readonly safe: string | undefined;
  readonly alone: boolean;
  readonly markdown: boolean;
  readonly failOnWarning: boolean;
  readonly json: boolean;
}

/** Simulates proposals of a DAO on the network that Hardhat was started with, and prints the results. */
export async function simulateTask(
  taskArguments: SimulateTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { output, proposal, alone } = taskArguments;
  await readingTask(taskArguments, output, hre, async (inputs, progress) => {
    const files = await simulateFiles(taskArguments);
    return await simulateAndPrint(
      { ...inputs, ...files, alone, proposal },
      taskArguments,
      progress,
    );
  });
}
