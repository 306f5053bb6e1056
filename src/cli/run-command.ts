import { relative, resolve } from "node:path";

import { accountOf, gasPriceOf, type AccountSource } from "../chain/account.js";
import { RpcClient } from "../chain/rpc-client.js";
import { ParametersError } from "../params/file/issues.js";
import { migrateLive, previewLive } from "../run/live.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { journalPath } from "../run/live-journal.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE, parametersSource } from "../run/parameters-source.js";
import type { Section } from "../run/prepare.js";
import { Interruption, MigrationError } from "../support/errors.js";
import { printPreview, questions, requireAnswers } from "../terminal/answers.js";
import { jsonText } from "../terminal/json-text.js";
import { print, printError } from "../terminal/output.js";
import { printRun } from "../terminal/print-run.js";
import { progressOn, shownIn, type Progress } from "../terminal/progress.js";
import { EXIT, exitCodeOf } from "./exit-codes.js";
import type { CliOptions, CommandName } from "./program.js";

const SECTIONS: Readonly<Record<CommandName, readonly Section[]>> = {
  migrate: ["base", "dao"],
  base: ["base"],
  dao: ["dao"],
  demo: ["test"],
};

/** Runs a migration for the command line and prints what it did. */
export async function runCommand(name: CommandName, options: CliOptions): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  const interruption = new AbortController();
  const stop = () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    progress.note(
      "Stopping: waiting for the transactions that were sent. Press Ctrl-C again to stop now.",
    );
    interruption.abort();
  };
  process.on("SIGINT", stop);
  try {
    const inputs = await inputsOf(name, options, progress, interruption.signal);
    if (options.dryRun) {
      const preview = await previewLive(inputs);
      progress.end();
      printPreview(preview, options);
      return EXIT.done;
    }
    const done = await migrateLive(inputs);
    progress.end();
    printRun(done, options);
    return EXIT.done;
  } catch (error) {
    progress.end();
    return report(error, options);
  } finally {
    process.off("SIGINT", stop);
  }
}

async function inputsOf(
  name: CommandName,
  options: CliOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<LiveInputs> {
  const source = accountSource(options);
  const signer = accountOf(source);
  const gasPrice = gasPriceOf(options.gasPrice);
  requireAnswers(options);
  const sections = SECTIONS[name];
  const params = sections.includes("dao")
    ? await parametersSource({ given: options.params, projectRoot: process.cwd() })
    : undefined;
  if (params === EXAMPLE_DAO) progress.note(EXAMPLE_NOTE);
  const provider = new RpcClient(options.provider, { signal });
  await new RpcClient(options.provider, { attempts: 2, timeout: 10_000 }).request({
    method: "eth_chainId",
  });
  return {
    sections,
    provider,
    signer,
    gasPrice,
    params,
    arcVersion: options.arcVersion,
    customAbis: options.customAbis,
    chainId: options.chainId,
    private: options.private,
    stakingToken: options.stakingToken,
    registryOwner: options.registryOwner,
    projectRoot: process.cwd(),
    testMnemonic: source.mnemonic,
    output: resolve(options.output),
    confirmations: options.confirmations,
    force: options.force,
    restart: options.restart,
    signal,
    ...questions(options, progress, signal),
    onEvent: shownIn(progress),
  };
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

/** Prints what went wrong, without a stack where the user can fix it, and returns the exit code. */
function report(error: unknown, options: CliOptions): number {
  const code = exitCodeOf(error);
  if (code === undefined || !(error instanceof MigrationError)) throw error;
  if (options.json) {
    const issues = error instanceof ParametersError ? { issues: error.issues } : {};
    print(jsonText({ error: { name: error.name, message: error.message, ...issues } }));
  } else {
    printError(error.message);
    if (error instanceof Interruption) {
      printError(
        `The journal is ${relative(process.cwd(), journalPath(resolve(options.output)))}.`,
      );
    }
  }
  return code;
}
