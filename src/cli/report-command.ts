import { resolve } from "node:path";

import { reportAndWrite } from "../report/report-and-write.js";
import type { ReportCliOptions } from "./report-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Writes a DAO's report for the command line.
 * @returns the exit code
 */
export async function reportCommand(
  avatar: string | undefined,
  options: ReportCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { block, fromBlock, section, chainId, arcVersion, customAbis, force, simulate } = options;
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    await reportAndWrite(
      {
        provider,
        avatar,
        block,
        fromBlock,
        section,
        chainId,
        arcVersion,
        customAbis,
        projectRoot: process.cwd(),
        simulate,
        params: at(options.params),
        output: resolve(options.result),
      },
      {
        page: resolve(options.output),
        force,
        silenced: at(options.silenced),
        simulations: options.simulations,
      },
      progress,
    );
    return true;
  });
}
