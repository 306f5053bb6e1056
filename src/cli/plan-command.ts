import { resolve } from "node:path";

import { parametersSource } from "../run/parameters-source.js";
import { planAndPrint } from "../terminal/plan-and-print.js";
import type { PlanCliOptions } from "./plan-options.js";
import { readingCommand } from "./reading-command.js";

/**
 * Plans a change for the command line and prints the plan.
 * @returns the exit code
 */
export async function planCommand(
  avatar: string | undefined,
  options: PlanCliOptions,
): Promise<number> {
  return await readingCommand(options, async (provider, progress) => {
    const { section, block, fromBlock, chainId, arcVersion, customAbis } = options;
    const projectRoot = process.cwd();
    return await planAndPrint(
      {
        ...{ provider, avatar, section, block, fromBlock, chainId, arcVersion, customAbis },
        force: options.force,
        newController: options.newController,
        projectRoot,
        params: await parametersSource({ given: options.params, projectRoot }),
        output: resolve(options.output),
      },
      options,
      progress,
    );
  });
}
