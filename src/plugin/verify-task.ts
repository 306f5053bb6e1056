import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { verifyAndPrint } from "../terminal/verify-and-print.js";
import { asTask } from "./task-errors.js";
import { resultPath } from "./task-options.js";

/** Options of `dao:verify`; they have the names of the command's flags. */
export interface VerifyTaskArguments {
  readonly address: string | undefined;
  readonly arcVersion: string | undefined;
  readonly contract: string | undefined;
  readonly output: string | undefined;
  readonly out: string | undefined;
  readonly submit: string | undefined;
  readonly submitUrl: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Verifies contracts on the network that Hardhat was started with, and prints the findings. */
export async function verifyTask(
  taskArguments: VerifyTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const progress = progressOn(process.stderr, taskArguments.quiet);
    const connection = await network.create();
    try {
      const verified = await verifyAndPrint(
        {
          ...taskArguments,
          provider: connection.provider,
          inProcess: connection.networkConfig.type !== "http",
          projectRoot: config.paths.root,
          output: resultPath(taskArguments.output, config),
          out: taskArguments.out === undefined ? undefined : resolve(taskArguments.out),
          apiKey: process.env["ETHERSCAN_API_KEY"] || undefined,
          networks: config.dao.networks,
        },
        taskArguments,
        progress,
      );
      if (!verified) process.exitCode = EXIT.failed;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
