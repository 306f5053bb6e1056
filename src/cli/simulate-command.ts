import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { simulateAndPrint } from "../terminal/simulate-and-print.js";
import { report } from "./report.js";
import { simulateFiles } from "../terminal/simulate-files.js";
import type { SimulateCliOptions } from "./simulate-options.js";

/**
 * Simulates proposals for the command line and prints what came out.
 * @returns the exit code
 */
export async function simulateCommand(
  proposal: string | undefined,
  options: SimulateCliOptions,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const { avatar, block, fromBlock, section, chainId, alone } = options;
    const output = resolve(options.output);
    const isFine = await simulateAndPrint(
      {
        ...(await simulateFiles(options)),
        ...{ provider, proposal, avatar, block, fromBlock, section, chainId, output, alone },
      },
      options,
      progress,
    );
    return isFine ? EXIT.done : EXIT.failed;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
