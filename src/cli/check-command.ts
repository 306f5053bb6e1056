import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { checkedParameters } from "../run/check-inputs.js";
import { checkAndPrint } from "../terminal/check-and-print.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import type { CheckCliOptions } from "./check-options.js";
import { report } from "./report.js";

/**
 * Checks a DAO for the command line and prints what it found.
 * @returns the exit code
 */
export async function checkCommand(
  avatar: string | undefined,
  options: CheckCliOptions,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const { section, block, fromBlock, chainId, arcVersion, customAbis, json } = options;
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    const projectRoot = process.cwd();
    const passed = await checkAndPrint(
      {
        provider,
        avatar,
        section,
        block,
        fromBlock,
        chainId,
        arcVersion,
        customAbis,
        projectRoot,
        params: await checkedParameters(section, { given: options.params, projectRoot }),
        output: resolve(options.output),
      },
      { json, sarif: at(options.sarif), junit: at(options.junit), silenced: at(options.silenced) },
      progress,
    );
    return passed ? EXIT.done : EXIT.failed;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
