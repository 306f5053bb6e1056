import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

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
}

/** Reads a DAO of the network that Hardhat was started with, and prints what it found. */
export async function inspectTask(
  { avatar, block, fromBlock, section, output, quiet, json }: InspectTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
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
      await inspectAndPrint(inputs, { json }, progress);
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
