import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";

import { accountOf, gasPriceOf, type AccountSource } from "../chain/account.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { Declined } from "../run/live-migration.js";
import { Interruption } from "../execution/sending/interruption.js";
import { RpcClient } from "../chain/rpc-client.js";
import { journalPath, migrateLive, type LiveResult } from "../run/live.js";
import { packageFile } from "../support/package.js";
import { ParametersError } from "../params/file/issues.js";
import type { Section } from "../run/prepare.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { summary } from "../terminal/summary.js";
import { jsonText, questions, requireAnswers } from "../terminal/answers.js";
import { EXIT } from "./exit-codes.js";
import type { CliOptions, CommandName } from "./program.js";

const SECTIONS: Readonly<Record<CommandName, readonly Section[]>> = {
  migrate: ["base", "dao"],
  base: ["base"],
  dao: ["dao"],
  demo: ["test"],
};
const PARAMETERS_FILE = "migration-params.json";

/** Runs a migration for the command line and prints what it did. */
export async function runCommand(name: CommandName, options: CliOptions): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  const interruption = new AbortController();
  const stop = () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    progress.note("Stopping: waiting for what has been sent. Once more to stop at once.");
    interruption.abort();
  };
  process.on("SIGINT", stop);
  try {
    const done = await migrate(name, options, progress, interruption.signal);
    progress.end();
    printResult(done, options);
    return EXIT.done;
  } catch (error) {
    progress.end();
    return report(error, options);
  } finally {
    process.off("SIGINT", stop);
  }
}

async function migrate(
  name: CommandName,
  options: CliOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<LiveResult> {
  const source = accountSource(options);
  const signer = accountOf(source);
  const gasPrice = gasPriceOf(options.gasPrice);
  requireAnswers(options);
  const sections = SECTIONS[name];
  const params = sections.includes("dao") ? parametersPath(options, progress) : undefined;
  const provider = new RpcClient(options.provider, { signal });
  await new RpcClient(options.provider, { attempts: 2, timeout: 10_000 }).request({
    method: "eth_chainId",
  });
  return await migrateLive({
    sections,
    provider,
    signer,
    gasPrice,
    params,
    arcVersion: options.arcVersion,
    customAbis: options.customAbis,
    projectRoot: process.cwd(),
    testMnemonic: source.mnemonic,
    output: resolve(options.output),
    confirmations: options.confirmations,
    dryRun: options.dryRun,
    force: options.force,
    restart: options.restart,
    signal,
    ...questions(options, progress, signal),
    onNote: (message) => progress.note(message),
    onMined: (event) => progress.step(event),
  });
}

/** The flags, or else the environment; the two are not mixed. */
function accountSource({ privateKey, mnemonic }: CliOptions): AccountSource {
  if (privateKey !== undefined || mnemonic !== undefined) return { privateKey, mnemonic };
  const { DAO_MIGRATE_PRIVATE_KEY, DAO_MIGRATE_MNEMONIC } = process.env;
  return {
    privateKey: DAO_MIGRATE_PRIVATE_KEY === "" ? undefined : DAO_MIGRATE_PRIVATE_KEY,
    mnemonic: DAO_MIGRATE_MNEMONIC === "" ? undefined : DAO_MIGRATE_MNEMONIC,
  };
}

/** The file that was named, that of the working directory, or the packaged example. */
function parametersPath({ params }: CliOptions, progress: Progress): string {
  if (params !== undefined) return resolve(params);
  if (existsSync(PARAMETERS_FILE)) return resolve(PARAMETERS_FILE);
  progress.note(`No ${PARAMETERS_FILE} here: the DAO is the example that this package carries.`);
  return packageFile(PARAMETERS_FILE);
}

function printResult({ result, made, figures }: LiveResult, options: CliOptions): void {
  if (options.json) {
    process.stdout.write(`${jsonText({ result, ...figures })}\n`);
    return;
  }
  if (options.quiet) return;
  process.stdout.write(`${summary(result, made, figures)}\n\n`);
  process.stdout.write(`Wrote ${relative(process.cwd(), resolve(options.output))}.\n`);
}

/** Prints what went wrong, without a stack where it is the user's to mend, and says how it ended. */
function report(error: unknown, options: CliOptions): number {
  if (error instanceof Declined && options.dryRun) return EXIT.done;
  if (!(error instanceof MigrationError)) throw error;
  if (options.json) {
    const issues = error instanceof ParametersError ? { issues: error.issues } : {};
    process.stdout.write(
      `${jsonText({ error: { name: error.name, message: error.message, ...issues } })}\n`,
    );
  } else {
    process.stderr.write(`${error.message}\n`);
    if (error instanceof Interruption) {
      process.stderr.write(
        `The journal is ${relative(process.cwd(), journalPath(resolve(options.output)))}.\n`,
      );
    }
  }
  if (error instanceof Interruption) return EXIT.interrupted;
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
