import { Wallet } from "ethers";

import { TEST_MNEMONIC, walletsOf } from "../../chain/test-accounts.js";
import { writeWhole } from "../../support/write-file.js";
import { withSeed } from "../known-options.js";
import type { TestChainOptions } from "../options.js";

/**
 * Writes a chain's accounts to a file that only its owner can read, in ganache's format: `addresses`, and
 * `private_keys` by address.
 */
export async function writeAccountKeys(
  path: string,
  options: TestChainOptions,
  count: number,
): Promise<void> {
  const { accounts } = await withSeed(options);
  const wallets = Array.isArray(accounts)
    ? accounts.map(({ privateKey }) => new Wallet(privateKey as string))
    : walletsOf(mnemonicOf(accounts?.mnemonic), count, accounts?.path);
  const addresses = wallets.map(({ address }) => [address.toLowerCase(), address.toLowerCase()]);
  const keys = wallets.map(({ address, privateKey }) => [address.toLowerCase(), privateKey]);
  const content = {
    addresses: Object.fromEntries(addresses) as unknown,
    private_keys: Object.fromEntries(keys) as unknown,
  };
  await writeWhole(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

function mnemonicOf(given: unknown): string {
  return typeof given === "string" ? given : TEST_MNEMONIC;
}
