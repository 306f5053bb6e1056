import { resolve } from "node:path";

import { simulateAndPrint } from "../terminal/simulate-and-print.js";
import { simulateFiles } from "../terminal/simulate-files.js";
import type { SimulateCliOptions } from "./simulate-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Simulates proposals for the command line and prints the outcome.
 * @returns the exit code
 */
export async function simulateCommand(
  proposal: string | undefined,
  options: SimulateCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { avatar, block, fromBlock, section, chainId, alone } = options;
    const output = resolve(options.output);
    return await simulateAndPrint(
      {
        ...(await simulateFiles(options)),
        ...{ provider, proposal, avatar, block, fromBlock, section, chainId, output, alone },
      },
      options,
      progress,
    );
  });
}
