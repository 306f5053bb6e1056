import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { EXIT } from "../terminal/exit-codes.js";
import { exportAndPrint } from "../terminal/export-and-print.js";
import { progressOn } from "../terminal/progress.js";
import type { ExportCliOptions } from "./export-options.js";
import { report } from "./report.js";

/**
 * Writes the parameters of a DAO for the command line.
 * @returns the exit code
 */
export async function exportCommand(
  avatar: string | undefined,
  options: ExportCliOptions,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const { now, block, fromBlock, section, chainId, customAbis, force, json } = options;
    const file = options.output === undefined ? undefined : resolve(options.output);
    const complete = await exportAndPrint(
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
    return complete ? EXIT.done : EXIT.failed;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
