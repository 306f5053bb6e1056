import { resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { reportAndWrite } from "../report/report-and-write.js";
import type { ReportInputs } from "../report/make-report.js";
import { DEFAULTS } from "../run/defaults.js";
import { readingTask, type ReadingTaskArguments } from "./reading-task.js";
import { namedFolder } from "./task-options.js";

/** Options of `dao:report`; they have the names of the command's flags. */
export interface ReportTaskArguments extends ReadingTaskArguments {
  readonly output: string | undefined;
  readonly result: string | undefined;
  readonly params: string | undefined;
  readonly arcVersion: string | undefined;
  readonly silenced: string | undefined;
  readonly simulate: boolean;
  readonly simulations: string | undefined;
  readonly force: boolean;
}

/** Writes the report of a DAO on the network that Hardhat was started with. */
export async function reportTask(
  taskArguments: ReportTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { output, result, params, arcVersion, silenced, simulate, simulations, force } =
    taskArguments;
  const { dao, paths } = hre.config;
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(path));
  await readingTask(taskArguments, result, hre, async (reading, progress) => {
    const inputs: ReportInputs = {
      ...reading,
      arcVersion: arcVersion ?? dao.arcVersion,
      // Only those of the option: the configuration's parameters belong to one DAO, and this may be another.
      params: at(params),
      simulate,
      customAbis: namedFolder(dao.customAbis),
      projectRoot: paths.root,
      silenced: dao.check.silenced,
    };
    const page = resolve(output ?? DEFAULTS.report);
    await reportAndWrite(
      inputs,
      {
        page,
        force,
        silenced: at(silenced),
        simulations: simulations === undefined ? undefined : [simulations],
      },
      progress,
    );
    return true;
  });
}
