import { resolve } from "node:path";

import { inspectAndPrint } from "../terminal/inspect-and-print.js";
import type { InspectCliOptions } from "./inspect-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Inspects a DAO for the command line and prints it.
 * @returns the exit code
 */
export async function inspectCommand(
  avatar: string | undefined,
  options: InspectCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { block, fromBlock, section, chainId } = options;
    const output = resolve(options.output);
    return await inspectAndPrint(
      { provider, avatar, block, fromBlock, section, chainId, output },
      options,
      progress,
    );
  });
}
