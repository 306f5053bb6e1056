import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { reportAndWrite } from "../report/report-and-write.js";
import type { ReportInputs } from "../report/make-report.js";
import { DEFAULTS } from "../run/defaults.js";
import { progressOn } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";
import { blocksOf, resultPath } from "./task-options.js";

/** Options of `dao:report`; they carry the names of the command's flags. */
export interface ReportTaskArguments {
  readonly avatar: string | undefined;
  readonly output: string | undefined;
  readonly result: string | undefined;
  readonly params: string | undefined;
  readonly arcVersion: string | undefined;
  readonly silenced: string | undefined;
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
  readonly section: string | undefined;
  readonly force: boolean;
  readonly quiet: boolean;
}

/** Writes the report of a DAO of the network that Hardhat was started with. */
export async function reportTask(
  taskArguments: ReportTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const {
      avatar,
      output,
      result,
      params,
      arcVersion,
      silenced,
      block,
      fromBlock,
      section,
      force,
      quiet,
    } = taskArguments;
    const { dao, paths } = config;
    const progress = progressOn(process.stderr, quiet);
    const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
    const asked = blocksOf({ block, fromBlock });
    const connection = await network.create();
    try {
      const inputs: ReportInputs = {
        ...asked,
        provider: connection.provider,
        inProcess: connection.networkConfig.type !== "http",
        avatar,
        section,
        arcVersion: arcVersion ?? dao.arcVersion,
        // Those of the configuration are of one DAO, and this may be any.
        params: at(params),
        // The usual folder need not exist.
        customAbis: dao.customAbis === DEFAULTS.customAbis ? undefined : dao.customAbis,
        projectRoot: paths.root,
        networks: dao.networks,
        output: resultPath(result, config),
        silenced: dao.check.silenced,
      };
      const page = resolve(output ?? DEFAULTS.report);
      await reportAndWrite(inputs, { page, force, silenced: at(silenced) }, progress);
    } finally {
      progress.end();
      await connection.close();
    }
  });
}
