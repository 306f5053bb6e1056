import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { MigrationRun } from "../run/figures.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { migrateLive, previewLive } from "../run/live.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE } from "../run/parameters-source.js";
import type { Section } from "../run/prepare.js";
import { migrateDirectly } from "../run/simulated.js";
import { printPreview, questions, requireAnswers } from "../terminal/answers.js";
import { progressOn, shownIn, type Progress } from "../terminal/progress.js";
import { printRun } from "../terminal/print-run.js";
import { liveConnection, type LiveConnection } from "./live-connection.js";
import { asTask } from "./task-errors.js";
import { resolveTaskOptions, type MigrateTaskArguments, type TaskInputs } from "./task-options.js";

/** Runs a migration task on the network that Hardhat was started with, and prints what it did. */
export async function migrateTask(
  sections: readonly Section[],
  taskArguments: MigrateTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const progress = progressOn(process.stderr, taskArguments.quiet);
    const connection = await network.create();
    try {
      const inputs = await resolveTaskOptions(sections, taskArguments, config);
      if (inputs.params === EXAMPLE_DAO) progress.note(EXAMPLE_NOTE);
      const live = await liveConnection(connection.networkConfig, inputs.signer);
      const onEvent = shownIn(progress);
      const run =
        live === undefined
          ? await migrateDirectly(connection, {
              ...inputs,
              force: taskArguments.force,
              restart: taskArguments.restart,
              onEvent,
            })
          : await migrateLiveNetwork(live, { ...inputs, onEvent }, taskArguments, progress);
      progress.end();
      if (run !== undefined) printRun(run, { ...taskArguments, output: inputs.output });
    } finally {
      progress.end();
      await connection.close();
    }
  });
}

/** Rehearsed, journaled and resumable, as by the command `dao-migrate`; without a run if it is a dry one. */
async function migrateLiveNetwork(
  { provider, signer, mnemonic }: LiveConnection,
  inputs: TaskInputs,
  taskArguments: MigrateTaskArguments,
  progress: Progress,
): Promise<MigrationRun | undefined> {
  requireAnswers(taskArguments);
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  process.once("SIGINT", stop);
  try {
    const live: LiveInputs = {
      ...inputs,
      provider,
      signer,
      testMnemonic: taskArguments.mnemonic ?? mnemonic,
      confirmations: taskArguments.confirmations,
      force: taskArguments.force,
      restart: taskArguments.restart,
      signal: interruption.signal,
      ...questions(taskArguments, progress, interruption.signal),
    };
    if (!taskArguments.dryRun) return await migrateLive(live);
    printPreview(await previewLive(live));
    return undefined;
  } finally {
    process.off("SIGINT", stop);
  }
}
