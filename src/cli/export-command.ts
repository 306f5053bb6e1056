import { resolve } from "node:path";

import { exportAndPrint } from "../terminal/export-and-print.js";
import type { ExportCliOptions } from "./export-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Writes a DAO's parameters for the command line.
 * @returns the exit code
 */
export async function exportCommand(
  avatar: string | undefined,
  options: ExportCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { now, block, fromBlock, section, chainId, customAbis, force, json } = options;
    const file = options.output === undefined ? undefined : resolve(options.output);
    return await exportAndPrint(
      {
        provider,
        avatar,
        now,
        block,
        fromBlock,
        section,
        chainId,
        customAbis,
        projectRoot: process.cwd(),
        output: resolve(options.result),
      },
      { file, force, json },
      progress,
    );
  });
}
