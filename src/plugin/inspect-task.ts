import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { EXIT } from "../terminal/exit-codes.js";
import { inspectAndPrint } from "../terminal/inspect-and-print.js";
import { progressOn } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of `dao:inspect`; they carry the names of the command's flags. */
export interface InspectTaskArguments {
  readonly avatar: string | undefined;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly section: string | undefined;
  readonly output: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly failOnChange: boolean;
}

/** Reads a DAO of the network that Hardhat was started with, and prints what it found. */
export async function inspectTask(
  taskArguments: InspectTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const { avatar, block, fromBlock, section, output, quiet } = taskArguments;
    const progress = progressOn(process.stderr, quiet);
    const asked = blocksOf({ block, fromBlock });
    const connection = await network.create();
    try {
      const inputs = {
        ...asked,
        provider: connection.provider,
        inProcess: connection.networkConfig.type !== "http",
        networks: config.dao.networks,
        avatar,
        section,
        output: resultPath(output, config),
      };
      if (!(await inspectAndPrint(inputs, taskArguments, progress))) process.exitCode = EXIT.failed;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
