import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { MigrationError } from "../../foundation/support/errors.js";
import { onStop } from "../../foundation/support/stop-signals.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import { print, printError } from "../../output/terminal/output.js";
import { setOption, type Draft } from "../known-options.js";
import type { TestChainContents, TestChainOptions } from "../options.js";
import { requireFree, TestChainServer } from "../server/server.js";
import { CHAIN_OPTIONS, type ChainOptionName, type RawChainOptions } from "./chain-options.js";
import type { ServeOptions } from "./started.js";

const MEM_NOTE = "--mem has no effect: the chain is in memory, unless --db is given.";
/** Hardhat's initial base fee, in wei. */
const USUAL_BASE_FEE = 1_000_000_000n;

/**
 * Converts the options' texts to settings.
 * @param contents defaults for options that are not given
 * @throws UsageError with the option, its value and what is expected
 */
export function chainSettings(
  raw: RawChainOptions,
  contents: TestChainContents = {},
): ServeOptions {
  const draft: Draft = {};
  for (const option of CHAIN_OPTIONS) {
    const value = raw[option.name];
    if (value !== undefined) setOption(draft, option, value, `--${option.name}`);
  }
  for (const field of ["params", "customAbis", "db", "loadState", "dumpState"] as const) {
    if (typeof draft[field] === "string") draft[field] = resolve(draft[field]);
  }
  const { gasPrice } = draft;
  if (typeof gasPrice === "bigint" && gasPrice < USUAL_BASE_FEE) {
    draft.initialBaseFeePerGas = gasPrice;
  }
  return {
    chain: { ...contents, ...draft } as TestChainOptions,
    output: fileOf(raw, "output") ?? resolve("migration.json"),
    quiet: raw.quiet === true,
    accountKeys: fileOf(raw, "account-keys"),
    notes: raw.mem === true ? [MEM_NOTE] : [],
  };
}

function fileOf(raw: RawChainOptions, name: ChainOptionName): string | undefined {
  const path = raw[name];
  return typeof path === "string" ? resolve(path) : undefined;
}

/** How long to wait for the last answers and for the chain to close, in milliseconds. */
const PATIENCE = 2_800;

/**
 * Migrates a chain, writes its files, and serves it until a signal stops it.
 * @returns when the chain is closed
 * @throws MigrationError if the chain cannot be migrated or served
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { chain } = options;
  const server = new TestChainServer({ ...chain, onNote: printError });
  const { stopped, unwatch } = watchSignals();
  for (const text of options.notes ?? []) printError(text);
  let isMigrated = false;
  let written: MigrationResult | undefined;
  try {
    // A busy port is found before anything is written. Otherwise, that can be done during the migration.
    const isKept = chain.db !== undefined || chain.dumpState !== undefined;
    let free = isKept ? requireFree(chain) : undefined;
    await free;
    const migrating = server.migrated(() => {
      free ??= requireFree(chain);
      free.catch(() => {});
      void importStarted();
    });
    const migrated = await Promise.race([migrating, stopped]);
    isMigrated = true;
    await free;
    // First what can still fail: the port and the result file may be another chain's by now.
    const { address, family, port } = await server.listen();
    const { writeFiles, introduction } = await importStarted();
    await writeFiles(options, migrated);
    if (chain.db === undefined) written = migrated.result;
    if (!options.quiet) print(await introduction(options, migrated));
    const host = family === "IPv6" ? `[${address}]` : address;
    print(`Listening on ${host}:${port}`);
    await stopped;
  } catch (error) {
    if (!(error instanceof Stopped)) throw withFlags(error, chain);
  } finally {
    // There is no need to wait for an unfinished migration, but always for a state to be written.
    const late = chain.dumpState === undefined ? [sleep(PATIENCE, undefined, { ref: false })] : [];
    if (isMigrated) await Promise.race([server.close(), ...late]);
    if (written !== undefined) {
      const { removeFromResult } = await importStarted();
      await removeFromResult(options.output, written, printError);
    }
    unwatch();
  }
}

const importStarted = async () => await import("./started.js");

class Stopped extends Error {}

/** Adds the flags that help if the chain's own options made the migration fail. */
function withFlags(error: unknown, { blockGasLimit }: TestChainOptions): unknown {
  if (!(error instanceof MigrationError)) return error;
  const { message } = error;
  let advised = message;
  if (message.startsWith("A demo test needs ")) {
    advised = `${message.replace(/\.?$/, ".")} Pass --accounts 6 or more, or --no-demo.`;
  } else if (typeof blockGasLimit === "number") {
    // What helps on any chain is an option of this one.
    advised = message
      .replace("Use a chain that allows more:", "Pass a higher --gas-limit, or none:")
      .replace("Use a chain with a block gas limit of", "Pass a --gas-limit of")
      .replace(/requires at least \d+ gas .*\d$/, "$&. Pass a higher --gas-limit, or none.");
  }
  return advised === message ? error : new MigrationError(advised, { cause: error });
}

/** A promise that a signal rejects, once. `unwatch` gives the signals back to the program that runs this. */
function watchSignals(): { readonly stopped: Promise<never>; readonly unwatch: () => void } {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  // Nothing awaits it while the server binds.
  stopped.catch(() => {});
  const stop = (signal: NodeJS.Signals): void => {
    // A closed terminal sends its signal more than once. Others end the process at once the second time.
    if (signal !== "SIGHUP") process.off(signal, stop);
    reject(new Stopped(signal));
  };
  const unwatch = (): void => onStop("off", stop);
  onStop("on", stop);
  return { stopped, unwatch };
}
