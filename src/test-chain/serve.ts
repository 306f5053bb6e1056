import { relative } from "node:path";

import { formatEther, parseEther } from "ethers";

import { packageVersion } from "../cli/version.js";
import { addressTables } from "../summary.js";
import { walletsOf } from "../test-accounts.js";
import { TEST_CHAIN_ACCOUNTS, type TestChainOptions } from "./options.js";
import { writeOutputFiles } from "./output-files.js";
import { TestChainServer } from "./server.js";

/** What to serve, and how. */
export interface ServeOptions {
  readonly chain: TestChainOptions;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** Path of the result's file. */
  readonly output: string;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Hardhat's default. */
const DEFAULT_BALANCE = parseEther("10000");
/** After this long an end that does not come is not waited for, in milliseconds. */
const PATIENCE = 800;

/**
 * Migrates a chain, writes what it holds, and serves it until SIGTERM or SIGINT.
 * @returns when the chain has ended
 * @throws MigrationError where the chain cannot be made or served
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { chain, quiet } = options;
  const note = (message: string): void => {
    console.error(message);
  };
  const say = (text: string): void => {
    if (!quiet) console.log(text);
  };
  const server = new TestChainServer({ ...chain, onNote: note });
  const stopped = stopSignal();
  let isMigrated = false;
  try {
    const { result, params } = await Promise.race([server.migrated(), stopped]);
    isMigrated = true;
    say(`dao-test-chain ${packageVersion()}\n`);
    say(`${accountLines(chain)}\n`);
    say(`${addressTables(result)}\n`);
    const named = typeof chain.params === "string" ? chain.params : undefined;
    await writeOutputFiles(options.output, { result, params }, named, note);
    if (options.verbose) await server.log();
    const { address, family, port } = await server.listen(options.port, options.host);
    say(`Chain id ${result.chainId}. Addresses: ${relative(process.cwd(), options.output)}`);
    const host = family === "IPv6" ? `[${address}]` : address;
    console.log(`Listening on ${host}:${port}`);
    await stopped;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    // Half a migration is nothing to wait for.
    if (isMigrated) await endSoon(server);
  }
}

class Stopped extends Error {}

/** Rejects at the first signal to stop. */
function stopSignal(): Promise<never> {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => reject(new Stopped(signal)));
    }
  });
  // Whoever waits for it is told; nobody waits while the server binds.
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

/** The accounts; their keys only where everybody knows them. */
function accountLines({ accounts }: TestChainOptions): string {
  if (Array.isArray(accounts)) return `${accounts.length} accounts of your own keys`;
  const { mnemonic, count = TEST_CHAIN_ACCOUNTS.count, accountsBalance } = accounts ?? {};
  const balance = `${formatEther(accountsBalance ?? DEFAULT_BALANCE).replace(/\.0$/, "")} ether each`;
  const phrase = typeof mnemonic === "string" ? mnemonic : TEST_CHAIN_ACCOUNTS.mnemonic;
  const isPublic = phrase === TEST_CHAIN_ACCOUNTS.mnemonic;
  const title = isPublic
    ? `Accounts (${balance}) with their keys, which everybody knows: never send anything of value to them`
    : `Accounts (${balance})`;
  const lines = walletsOf(phrase, count).map(({ address, privateKey }, index) =>
    isPublic ? `(${index}) ${address} ${privateKey}` : `(${index}) ${address}`,
  );
  return [title, ...lines].join("\n");
}
