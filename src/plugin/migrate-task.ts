import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { isPrivate } from "../chain/networks.js";
import type { MigrationRun } from "../run/figures.js";
import { migrateLive, previewLive } from "../run/live.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { openChain } from "../run/open-chain.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE } from "../run/parameters-source.js";
import type { Section } from "../run/prepare.js";
import { migrateDirectly } from "../run/simulated.js";
import { Declined, UsageError } from "../support/errors.js";
import { KEY_FLAG_WARNING, openAccount } from "../terminal/account.js";
import { asks, willAsk, printPreview, questions, requireAnswers } from "../terminal/answers.js";
import { interruptible } from "../terminal/interruption.js";
import { printRun } from "../terminal/print-run.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { askYesNo } from "../terminal/prompt.js";
import { liveAccount } from "./live-account.js";
import { asTask } from "./task-errors.js";
import { resolveTaskOptions, type MigrateTaskArguments, type TaskInputs } from "./task-options.js";

/** Runs a migration task on the network that Hardhat was started with, and prints what it did. */
export async function migrateTask(
  sections: readonly Section[],
  taskArguments: MigrateTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    const quiet = taskArguments.quiet && !willAsk(taskArguments);
    const progress = progressOn(process.stderr, quiet);
    const inputs = await resolveTaskOptions(sections, taskArguments, config);
    if (inputs.params === EXAMPLE_DAO) progress.note(EXAMPLE_NOTE);
    const connection = await network.create();
    try {
      const run = await migrateOn(connection, inputs, taskArguments, progress);
      progress.end();
      if (run !== undefined) printRun(run, { ...taskArguments, output: inputs.output });
    } finally {
      progress.end();
      await connection.close();
    }
  });
}

/**
 * Checks the options and asks the user if the node signs. Then nothing is rehearsed and the node sets the fees, so
 * options for either cannot be honoured. On a public chain, the user has to confirm.
 * @throws UsageError, Declined before anything is sent
 */
async function askBeforeNodeSigns(
  { provider }: NetworkConnection,
  inputs: TaskInputs,
  taskArguments: MigrateTaskArguments,
  progress: Progress,
): Promise<void> {
  const signs = 'The node signs here (accounts: "remote"), so';
  if (taskArguments.dryRun) {
    throw new UsageError(
      `${signs} --dry-run cannot rehearse anything. Nothing was sent. Configure accounts for the network, or omit ` +
        "--dry-run.",
    );
  }
  if (inputs.maxGasPrice !== undefined) {
    throw new UsageError(
      `${signs} --max-gas-price cannot be enforced. Nothing was sent. Pass --gas-price, or configure accounts for the network.`,
    );
  }
  const chain = await openChain(provider, false, inputs);
  if (isPrivate(chain)) return;
  requireAnswers(taskArguments);
  if (!asks(taskArguments)) return;
  progress.end();
  const question = `${signs} there is no rehearsal, and the cost is unknown. Send to ${chain.name} anyway?`;
  if (!(await askYesNo(question))) throw new Declined();
}

/**
 * Migrates step by step if the node signs; otherwise like `dao-migrate`.
 * @returns undefined after a dry run
 */
async function migrateOn(
  connection: NetworkConnection,
  inputs: TaskInputs,
  taskArguments: MigrateTaskArguments,
  progress: Progress,
): Promise<MigrationRun | undefined> {
  const { privateKey, mnemonic, force, restart, dryRun } = taskArguments;
  if ((privateKey ?? mnemonic) !== undefined) progress.note(KEY_FLAG_WARNING);
  const signer = await openAccount(taskArguments, progress);
  const all = { ...inputs, signer, force, restart, onEvent: progress.onEvent };
  const live = await liveAccount(connection.networkConfig, signer);
  if (live === undefined) {
    if (connection.networkConfig.type === "http") {
      await askBeforeNodeSigns(connection, inputs, taskArguments, progress);
    }
    return await migrateDirectly(connection, all);
  }
  requireAnswers(taskArguments);
  return await interruptible(inputs.output, progress, async (signal) => {
    progress.status("Checking the chain and rehearsing the migration");
    const liveInputs: LiveInputs = {
      ...all,
      provider: await live.connect(signal, (warning) => progress.note(warning)),
      signer: live.signer,
      testMnemonic: mnemonic ?? live.mnemonic,
      signal,
      ...questions(taskArguments, progress, signal),
    };
    if (!dryRun) return await migrateLive(liveInputs);
    const preview = await previewLive(liveInputs);
    progress.end();
    printPreview(preview);
    return undefined;
  });
}
