import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { EXIT } from "../terminal/exit-codes.js";
import { inspectAndPrint } from "../terminal/inspect-and-print.js";
import { progressOn } from "../terminal/progress.js";
import type { InspectCliOptions } from "./inspect-options.js";
import { report } from "./report.js";

/**
 * Reads a DAO for the command line and prints what it found.
 * @returns the exit code
 */
export async function inspectCommand(
  avatar: string | undefined,
  options: InspectCliOptions,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const { block, fromBlock, section, chainId } = options;
    const output = resolve(options.output);
    const isFine = await inspectAndPrint(
      { provider, avatar, block, fromBlock, section, chainId, output },
      options,
      progress,
    );
    return isFine ? EXIT.done : EXIT.failed;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
