import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { checkedParameters, type CheckInputs } from "../run/check-inputs.js";
import { DEFAULTS } from "../run/defaults.js";
import { checkAndPrint } from "../terminal/check-and-print.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of `dao:check`; they carry the names of the command's flags. */
export interface CheckTaskArguments {
  readonly avatar: string | undefined;
  readonly params: string | undefined;
  readonly arcVersion: string | undefined;
  readonly section: string | undefined;
  readonly output: string | undefined;
  readonly silenced: string | undefined;
  readonly sarif: string | undefined;
  readonly junit: string | undefined;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Checks a DAO of the network that Hardhat was started with, and prints what it found. */
export async function checkTask(
  taskArguments: CheckTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const { avatar, params, arcVersion, section, output } = taskArguments;
    const { block, fromBlock, quiet, json } = taskArguments;
    const { dao, paths } = config;
    const progress = progressOn(process.stderr, quiet);
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    const asked = blocksOf({ block, fromBlock });
    const projectRoot = paths.root;
    const connection = await network.create();
    try {
      const inputs: CheckInputs = {
        ...asked,
        provider: connection.provider,
        inProcess: connection.networkConfig.type !== "http",
        avatar,
        section,
        arcVersion: arcVersion ?? dao.arcVersion,
        params: await checkedParameters(section, {
          given: params,
          configured: dao.params,
          projectRoot,
        }),
        // The usual folder need not exist.
        customAbis: dao.customAbis === DEFAULTS.customAbis ? undefined : dao.customAbis,
        projectRoot,
        networks: dao.networks,
        output: resultPath(output, config),
        silenced: dao.check.silenced,
      };
      const { sarif, junit, silenced } = taskArguments;
      const shown = { json, sarif: at(sarif), junit: at(junit), silenced: at(silenced) };
      if (!(await checkAndPrint(inputs, shown, progress))) process.exitCode = EXIT.failed;
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
