import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { simulateAndPrint } from "../terminal/simulate-and-print.js";
import { simulateFiles, type SimulateFlags } from "../terminal/simulate-files.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of `dao:simulate`; they carry the names of the command's flags. */
export interface SimulateTaskArguments extends SimulateFlags {
  readonly proposal: string | undefined;
  readonly avatar: string | undefined;
  readonly section: string | undefined;
  readonly output: string | undefined;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly calldata: string | undefined;
  readonly safe: string | undefined;
  readonly alone: boolean;
  readonly markdown: boolean;
  readonly failOnWarning: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Simulates proposals of a DAO of the network that Hardhat was started with, and prints what came out. */
export async function simulateTask(
  taskArguments: SimulateTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const { proposal, avatar, section, output, block, fromBlock, quiet } = taskArguments;
    const progress = progressOn(process.stderr, quiet);
    const asked = blocksOf({ block, fromBlock });
    const connection = await network.create();
    try {
      const inputs = {
        ...asked,
        ...(await simulateFiles(taskArguments)),
        alone: taskArguments.alone,
        provider: connection.provider,
        inProcess: connection.networkConfig.type !== "http",
        networks: config.dao.networks,
        proposal,
        avatar,
        section,
        output: resultPath(output, config),
      };
      if (!(await simulateAndPrint(inputs, taskArguments, progress)))
        process.exitCode = EXIT.failed;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
