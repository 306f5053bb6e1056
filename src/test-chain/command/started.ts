import { existsSync } from "node:fs";

import { packageVersion } from "../../foundation/support/package.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { writeWhole } from "../../foundation/support/write-file.js";
import { addressesDocument } from "../../output/describe/migration-run.js";
import { toTerminal } from "../../output/document/to-terminal.js";
import { printError } from "../../output/terminal/output.js";
import { haveKnownKeys, privateKeys } from "../accounts.js";
import type { MigratedChain, TestChainOptions } from "../options.js";
import { writeOutputFiles } from "../output-files.js";

/*
 * What the command says and writes once its chain listens. It is loaded while the chain migrates.
 */
export { removeFromResult } from "../output-files.js";

export interface ServeOptions {
  readonly chain: TestChainOptions;
  /** Path of the result file. */
  readonly output: string;
  readonly quiet: boolean;
  /** File for the accounts' addresses and keys. */
  readonly accountKeys?: string;
  /** Shown at the start. */
  readonly notes?: readonly string[];
}

/** Writes the result, the parameters and, if requested, the accounts' keys. */
export async function writeFiles(options: ServeOptions, migrated: MigratedChain): Promise<void> {
  const { chain, output, accountKeys } = options;
  if (accountKeys !== undefined) {
    await writeAccountKeys(accountKeys, chain, await migrated.accounts());
  }
  const params = await migrated.params();
  await writeOutputFiles(output, { result: migrated.result, params }, chain, printError);
}

/** Version, accounts and addresses of a chain. */
export async function introduction(
  { chain, output }: ServeOptions,
  migrated: MigratedChain,
): Promise<string> {
  const addresses = existsSync(output) ? ` Addresses: ${shownPath(output)}` : "";
  return [
    `dao-test-chain ${packageVersion()}`,
    await accountLines(chain, await migrated.accounts()),
    toTerminal(addressesDocument(migrated.result)),
    `Chain ID ${migrated.result.chainId}.${addresses}`,
  ].join("\n\n");
}

/** The accounts, with their keys if everybody knows them. */
async function accountLines(
  chain: TestChainOptions,
  addresses: readonly string[],
): Promise<string> {
  const keys = haveKnownKeys(chain) ? await privateKeys(chain) : [];
  const title =
    keys.length > 0
      ? "Accounts and their keys. The keys are public: never send anything of value to these accounts"
      : "Accounts";
  const lines = addresses.map((address, index) =>
    `(${index}) ${address} ${keys[index] ?? ""}`.trimEnd(),
  );
  return [title, ...lines].join("\n");
}

/** Writes the accounts to a file that only its owner can read, in ganache's format. */
async function writeAccountKeys(
  path: string,
  chain: TestChainOptions,
  addresses: readonly string[],
): Promise<void> {
  const keys = await privateKeys(chain);
  const own = addresses.map((address) => address.toLowerCase());
  const content = {
    addresses: Object.fromEntries(own.map((address) => [address, address])) as unknown,
    private_keys: Object.fromEntries(own.map((address, at) => [address, keys[at]])) as unknown,
  };
  const advice = "Pass another file with --account-keys.";
  await writeWhole(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, advice });
}
