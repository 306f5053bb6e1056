import { resolve } from "node:path";

import { gasPriceOf } from "../chain/account.js";
import { RpcClient } from "../chain/rpc-client.js";
import { migrateLive, previewLive } from "../run/live.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE, parametersSource } from "../run/parameters-source.js";
import type { Section } from "../run/prepare.js";
import { unlessAborted } from "../support/unless-aborted.js";
import { KEY_FLAG_WARNING, openAccount } from "../terminal/account.js";
import { willAsk, printPreview, questions, requireAnswers } from "../terminal/answers.js";
import { EXIT } from "../terminal/exit-codes.js";
import { interruptible } from "../terminal/interruption.js";
import { printRun } from "../terminal/print-run.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { keyOptions, type KeyVariables } from "./keys.js";
import type { CliOptions } from "./cli-options.js";
import type { CommandName } from "./program.js";
import { report } from "./report.js";

const SECTIONS: Readonly<Record<CommandName, readonly Section[]>> = {
  migrate: ["base", "dao"],
  base: ["base"],
  dao: ["dao"],
  demo: ["test"],
};

/**
 * Runs a migration for the command line and prints what it did.
 * @param keys from the environment
 * @returns the exit code
 */
export async function runCommand(
  name: CommandName,
  options: CliOptions,
  keys: KeyVariables,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet && !willAsk(options));
  try {
    await interruptible(resolve(options.output), progress, async (signal) => {
      const inputs = await inputsOf(SECTIONS[name], options, keys, progress, signal);
      progress.status("Checking the chain and rehearsing the migration");
      if (options.dryRun) {
        const preview = await previewLive(inputs);
        progress.end();
        printPreview(preview, options);
      } else {
        const done = await migrateLive(inputs);
        progress.end();
        printRun(done, options);
      }
    });
    return EXIT.done;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}

/**
 * What a command sends, and from which account.
 * @param sections none if an existing DAO is changed
 */
export async function inputsOf(
  sections: readonly Section[],
  options: CliOptions,
  keys: KeyVariables,
  progress: Progress,
  signal: AbortSignal,
): Promise<LiveInputs> {
  const gasPrice = gasPriceOf(options.gasPrice);
  const maxGasPrice = gasPriceOf(options.maxGasPrice);
  requireAnswers(options);
  if ((options.privateKey ?? options.mnemonic) !== undefined) progress.note(KEY_FLAG_WARNING);
  const source = keyOptions(options, keys);
  const signer = await openAccount(source, progress, signal);
  const params =
    sections.includes("dao") || sections.length === 0
      ? await parametersSource({ given: options.params, projectRoot: process.cwd() })
      : undefined;
  if (params === EXAMPLE_DAO && sections.length > 0) progress.note(EXAMPLE_NOTE);
  const onWarning = (warning: string) => progress.note(warning);
  const provider = new RpcClient(options.provider, { signal, onWarning });
  progress.status(`Connecting to ${provider.place}`);
  const first = new RpcClient(options.provider, { signal, attempts: 2, timeout: 10_000 });
  await unlessAborted(first.request({ method: "eth_chainId" }), signal);
  return {
    sections,
    provider,
    signer,
    gasPrice,
    maxGasPrice,
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
    allowUnrehearsed: options.allowUnrehearsed,
    trustBase: options.trustBase,
    check: options.check,
    force: options.force,
    restart: options.restart,
    signal,
    ...questions(options, progress, signal),
    onEvent: progress.onEvent,
  };
}
