import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { reportAndWrite } from "../report/report-and-write.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { report } from "./report.js";
import type { ReportCliOptions } from "./report-options.js";

/**
 * Writes the report of a DAO for the command line.
 * @returns the exit code
 */
export async function reportCommand(
  avatar: string | undefined,
  options: ReportCliOptions,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const { block, fromBlock, section, chainId, arcVersion, customAbis, force } = options;
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
        params: at(options.params),
        output: resolve(options.result),
      },
      { page: resolve(options.output), force, silenced: at(options.silenced) },
      progress,
    );
    return EXIT.done;
  } catch (error) {
    progress.end();
    return report(error, { json: false });
  }
}
