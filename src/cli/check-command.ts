import { resolve } from "node:path";

import { checkedParameters } from "../run/check-inputs.js";
import { checkAndPrint } from "../terminal/check-and-print.js";
import type { CheckCliOptions } from "./check-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Checks a DAO for the command line and prints the findings.
 * @returns the exit code
 */
export async function checkCommand(
  avatar: string | undefined,
  options: CheckCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { section, block, fromBlock, chainId, arcVersion, customAbis, json } = options;
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    const projectRoot = process.cwd();
    return await checkAndPrint(
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
  });
}
