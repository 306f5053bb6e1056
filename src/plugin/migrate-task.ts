import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { HardhatPluginError } from "hardhat/plugins";

import { accountOf, gasPriceOf } from "../chain/account.js";
import { identifyChain } from "../chain/identity.js";
import { questions, requireAnswers } from "../terminal/answers.js";
import { MigrationError } from "../support/errors.js";
import { DirectDeployer } from "../execution/deployers/direct-deployer.js";
import { directOptions } from "../execution/deployers/simulated-network.js";
import { Declined } from "../run/live-migration.js";
import { migrateLive, type LiveInputs, type LiveResult } from "../run/live.js";
import { liveConnection, type LiveConnection } from "./live-connection.js";
import { packageFile } from "../support/package.js";
import { prepareMigration, type MigrationInputs, type Section } from "../run/prepare.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { restarted, ResultFile } from "../result/file.js";
import { runMigration } from "../run/run-migration.js";
import { summary } from "../terminal/summary.js";
import { wantedArcVersion } from "../run/arc-version.js";
import type { ResultSections } from "../result/result.js";

const PARAMETERS_FILE = "migration-params.json";

/** Options of the migration tasks; they carry the names of the command's flags. */
export interface MigrateTaskArguments {
  readonly arcVersion: string | undefined;
  readonly gasPrice: string | undefined;
  readonly output: string | undefined;
  /** Of the tasks that make a DAO. */
  readonly params?: string | undefined;
  readonly privateKey: string | undefined;
  readonly mnemonic: string | undefined;
  readonly quiet: boolean;
  readonly force: boolean;
  readonly restart: boolean;
  readonly disableConfs: boolean;
  readonly dryRun: boolean;
  readonly confirmations: number;
}

type TaskInputs = MigrationInputs &
  Pick<LiveInputs, "output" | "gasPrice" | "signer"> & { readonly params?: string | undefined };

/** Runs a migration task on the network that Hardhat was started with, and prints what it did. */
export async function migrateTask(
  sections: readonly Section[],
  taskArguments: MigrateTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const progress = progressOn(process.stderr, taskArguments.quiet);
  const connection = await hre.network.create();
  try {
    await migrateOn(connection, sections, taskArguments, hre, progress);
  } catch (error) {
    if (error instanceof Declined && taskArguments.dryRun) return;
    if (!(error instanceof MigrationError)) throw error;
    throw new HardhatPluginError("hardhat-dao-migration", error.message, error);
  } finally {
    progress.end();
    await connection.close();
  }
}

async function migrateOn(
  connection: NetworkConnection,
  sections: readonly Section[],
  taskArguments: MigrateTaskArguments,
  hre: HardhatRuntimeEnvironment,
  progress: Progress,
): Promise<void> {
  const { dao: config, paths } = hre.config;
  const inputs: TaskInputs = {
    sections,
    arcVersion: taskArguments.arcVersion ?? config.arcVersion,
    params: sections.includes("dao")
      ? parametersPath(taskArguments.params, config.params, paths.root, progress)
      : undefined,
    customAbis: config.customAbis,
    projectRoot: paths.root,
    output: pathOf(taskArguments.output, config.output, paths.root),
    gasPrice: gasPriceOf(taskArguments.gasPrice),
    signer: accountOf(taskArguments),
    onNote: (message) => progress.note(message),
  };
  const live = await liveConnection(connection.networkConfig, inputs.signer);
  const { result, made, figures } =
    live === undefined
      ? await migrateDirectly(connection, inputs, taskArguments, progress)
      : await migrateLiveNetwork(live, inputs, taskArguments, progress);
  progress.end();
  if (taskArguments.quiet) return;
  console.log(summary(result, made, figures));
  console.log(`\nWrote ${relative(process.cwd(), inputs.output)}.`);
}

/** On a chain in this process, or one whose node signs: step after step, from its first account. */
async function migrateDirectly(
  connection: NetworkConnection,
  inputs: TaskInputs,
  { force, restart }: MigrateTaskArguments,
  progress: Progress,
): Promise<LiveResult> {
  const { provider } = connection;
  const network = directOptions(connection);
  const { inProcess } = network;
  const chain = await identifyChain(provider, inProcess);
  const wanted = await wantedArcVersion(inputs.params, chain.name, inputs.arcVersion);
  const file = await ResultFile.open(inputs.output, chain, wanted);
  const existing = restart ? restarted(file.sections, inputs.sections) : file.sections;
  const sections = withBase(inputs.sections, existing, inProcess, force);
  const prepared = await prepareMigration({ ...inputs, sections }, chain.name, existing);

  const start = performance.now();
  const { signer, gasPrice } = inputs;
  const deployer = await DirectDeployer.create({
    ...network,
    provider,
    signer,
    gasPrice,
    onStep: (event) => progress.step(event),
  });
  const made = await runMigration(deployer, prepared, existing);
  return {
    result: await file.write(made),
    made,
    figures: {
      account: deployer.account,
      transactions: deployer.stepCount,
      gasUsed: await deployer.gasUsed(),
      milliseconds: performance.now() - start,
    },
  };
}

/** Rehearsed, journaled and resumable, as by the command `dao-migrate`. */
async function migrateLiveNetwork(
  { provider, signer, mnemonic }: LiveConnection,
  inputs: TaskInputs,
  taskArguments: MigrateTaskArguments,
  progress: Progress,
): Promise<LiveResult> {
  requireAnswers(taskArguments);
  const interruption = new AbortController();
  const stop = () => interruption.abort();
  process.once("SIGINT", stop);
  try {
    return await migrateLive({
      ...inputs,
      provider,
      signer,
      testMnemonic: taskArguments.mnemonic ?? mnemonic,
      confirmations: taskArguments.confirmations,
      dryRun: taskArguments.dryRun,
      force: taskArguments.force,
      restart: taskArguments.restart,
      signal: interruption.signal,
      ...questions(taskArguments, progress, interruption.signal),
      onMined: (event) => progress.step(event),
    });
  } finally {
    process.off("SIGINT", stop);
  }
}

/**
 * A simulated network starts empty, so a task that needs a base makes one; a base that the file
 * holds of this chain serves again, unless everything is to be made anew.
 */
function withBase(
  sections: readonly Section[],
  existing: ResultSections,
  inProcess: boolean,
  force: boolean,
): readonly Section[] {
  const others = sections.filter((section) => section !== "base");
  if (existing.base !== undefined && !force && others.length > 0) return others;
  if (inProcess || force) return ["base", ...others];
  return sections;
}

/** The file that was named, or the project's own, or else the example that this package carries. */
function parametersPath(
  option: string | undefined,
  configured: string | undefined,
  root: string,
  progress: Progress,
): string {
  const path = pathOf(option, configured ?? PARAMETERS_FILE, root);
  if (option !== undefined || configured !== undefined || existsSync(path)) return path;
  progress.note(`No ${PARAMETERS_FILE} here: the DAO is the example that this package carries.`);
  return packageFile(PARAMETERS_FILE);
}

/** An option is relative to where the command is typed, the configuration to the project. */
function pathOf(option: string | undefined, configured: string, root: string): string {
  return option === undefined ? resolve(root, configured) : resolve(option);
}
