import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { InspectInputs } from "../run/inspect-inputs.js";
import { codeOf, EXIT } from "../terminal/exit-codes.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of every task that reads a DAO; they have the names of the command's flags. */
export interface ReadingTaskArguments {
  readonly avatar: string | undefined;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly section: string | undefined;
  readonly quiet: boolean;
}

/**
 * Runs a task that reads a DAO on the network that Hardhat was started with.
 * @param result the result file, if one was named
 * @param act returns the exit code, or false for 1
 */
export async function readingTask(
  { avatar, block, fromBlock, section, quiet }: ReadingTaskArguments,
  result: string | undefined,
  { config, network }: HardhatRuntimeEnvironment,
  act: (inputs: InspectInputs, progress: Progress) => Promise<boolean | number>,
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
        output: resultPath(result, config),
      };
      const code = codeOf(await act(inputs, progress));
      if (code !== EXIT.done) process.exitCode = code;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
