import { relative } from "node:path";

import { MigrationError } from "../../support/errors.js";
import { packageVersion } from "../../support/package.js";
import { print, printError } from "../../terminal/output.js";
import { addressesDocument } from "../../describe/summary.js";
import { toTerminal } from "../../document/to-terminal.js";
import { keysOf } from "../../chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../chain/test-mnemonic.js";
import { TEST_CHAIN_KEYS, type TestChainOptions } from "../options.js";
import { writeOutputFiles } from "../output-files.js";
import { TestChainServer } from "../server/server.js";

/** What to serve, and how. */
export interface ServeOptions {
  readonly chain: TestChainOptions;
  /** Makes checks that are unnecessary if a chain with these options was migrated before. */
  readonly beforeNew?: () => Promise<void>;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** Path of the result file. */
  readonly output: string;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** File for the accounts' addresses and keys. */
  readonly accountKeys?: string;
  /** Shown at the start. */
  readonly notes?: readonly string[];
}

/** How long to wait for the chain to close, in milliseconds. */
const PATIENCE = 800;

/**
 * Migrates a chain, writes its files, and serves it until SIGTERM or SIGINT.
 * @returns when the chain is closed
 * @throws MigrationError if the chain cannot be migrated or served
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { chain, quiet } = options;
  const note = (message: string): void => {
    printError(message);
  };
  const say = (text: string): void => {
    if (!quiet) print(text);
  };
  const server = new TestChainServer({ ...chain, onNote: note }, options.beforeNew);
  const stopped = stopSignal();
  for (const text of options.notes ?? []) note(text);
  let isMigrated = false;
  try {
    const migrated = await Promise.race([server.migrated(), stopped]);
    const { result } = migrated;
    isMigrated = true;
    say(`dao-test-chain ${packageVersion()}\n`);
    if (!quiet) say(`${accountLines(chain, await migrated.accounts())}\n`);
    say(`${toTerminal(addressesDocument(result))}\n`);
    const named = typeof chain.params === "string" ? chain.params : undefined;
    const from = { params: named, db: chain.db };
    const params = await migrated.params();
    await writeOutputFiles(options.output, { result, params }, from, note);
    if (options.accountKeys !== undefined) {
      const { writeAccountKeys } = await import("./account-keys.js");
      await writeAccountKeys(options.accountKeys, chain, (await server.accounts()).length);
    }
    if (options.verbose) await server.log();
    const { address, family, port } = await server.listen(options.port, options.host);
    say(`Chain ID ${result.chainId}. Addresses: ${relative(process.cwd(), options.output)}`);
    const host = family === "IPv6" ? `[${address}]` : address;
    print(`Listening on ${host}:${port}`);
    await stopped;
  } catch (error) {
    if (!(error instanceof Stopped)) throw withFlags(error, chain);
  } finally {
    // There is no need to wait for an unfinished migration.
    if (isMigrated) await endSoon(server);
  }
}

class Stopped extends Error {}

/** Adds the flags that help if the chain's own options made the migration fail. */
function withFlags(error: unknown, { accounts, blockGasLimit }: TestChainOptions): unknown {
  if (!(error instanceof MigrationError)) return error;
  const { message } = error;
  const isShort = accounts !== undefined && message.startsWith("A demo test needs ");
  if (isShort) {
    return new MigrationError(`${message} Pass --accounts 6 or more, or --no-demo.`, {
      cause: error,
    });
  }
  if (typeof blockGasLimit === "number" && /out of gas|gas limit/i.test(message)) {
    const advice = `The block gas limit is ${blockGasLimit}: pass a higher one with --gas-limit, or none.`;
    return new MigrationError(`${message}. ${advice}`, { cause: error });
  }
  return error;
}

/** Rejects at the first signal to stop. */
function stopSignal(): Promise<never> {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => reject(new Stopped(signal)));
    }
  });
  // Nothing awaits it while the server binds.
  stopped.catch(() => {});
  return stopped;
}

async function endSoon(server: TestChainServer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([server.close(), late]);
  clearTimeout(timer);
}

/** The accounts, with their keys if those are public. */
function accountLines({ accounts }: TestChainOptions, addresses: readonly string[]): string {
  const keys = publicKeys(accounts, addresses.length);
  const title =
    keys.length > 0
      ? "Accounts and their keys. The keys are public: never send anything of value to these accounts"
      : "Accounts";
  const lines = addresses.map((address, index) =>
    `(${index}) ${address} ${keys[index] ?? ""}`.trimEnd(),
  );
  return [title, ...lines].join("\n");
}

/** The keys of the public mnemonic's accounts; none for any other accounts. */
function publicKeys(accounts: TestChainOptions["accounts"], count: number): readonly string[] {
  if (accounts === undefined) return TEST_CHAIN_KEYS;
  if (Array.isArray(accounts) || (accounts.mnemonic ?? TEST_MNEMONIC) !== TEST_MNEMONIC) return [];
  return keysOf(TEST_MNEMONIC, count);
}
