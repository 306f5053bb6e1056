import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { DEFAULTS } from "../run/defaults.js";
import { EXIT } from "../terminal/exit-codes.js";
import { exportAndPrint } from "../terminal/export-and-print.js";
import { progressOn } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of `dao:export`; they carry the names of the command's flags. */
export interface ExportTaskArguments {
  readonly avatar: string | undefined;
  readonly output: string | undefined;
  readonly force: boolean;
  readonly now: boolean;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly section: string | undefined;
  readonly result: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Writes the parameters of a DAO of the network that Hardhat was started with. */
export async function exportTask(
  taskArguments: ExportTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const { avatar, output, force, now, section, result, quiet, json } = taskArguments;
    const { dao, paths } = config;
    const progress = progressOn(process.stderr, quiet);
    const asked = blocksOf(taskArguments);
    const connection = await network.create();
    try {
      const inputs = {
        ...asked,
        provider: connection.provider,
        inProcess: connection.networkConfig.type !== "http",
        networks: dao.networks,
        avatar,
        now,
        section,
        // The usual folder need not exist.
        customAbis: dao.customAbis === DEFAULTS.customAbis ? undefined : dao.customAbis,
        projectRoot: paths.root,
        output: resultPath(result, config),
      };
      const file = output === undefined ? undefined : resolve(output);
      const complete = await exportAndPrint(inputs, { file, force, json }, progress);
      if (!complete) process.exitCode = EXIT.failed;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
