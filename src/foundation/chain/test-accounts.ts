import { Mnemonic, Wallet, type BaseWallet } from "ethers";

import { keysOf } from "./mnemonic-keys.js";
import { TEST_MNEMONIC } from "./test-mnemonic.js";

export { TEST_MNEMONIC };

/** Accounts that receive a stake with a base, and vote in a demo test. */
const TEST_ACCOUNTS = 10;

/**
 * The first accounts of a mnemonic. Checks the mnemonic.
 * @param path the accounts are numbered below it
 */
export function walletsOf(
  mnemonic: string,
  count: number = TEST_ACCOUNTS,
  path?: string,
): BaseWallet[] {
  // A file or variable may end with a line break.
  const { phrase } = Mnemonic.fromPhrase(mnemonic.trim().toLowerCase().split(/\s+/).join(" "));
  return keysOf(phrase, count, path === undefined ? {} : { path }).map((key) => new Wallet(key));
}

/** The default deploying account. Its key is public. */
export function defaultWallet(): BaseWallet {
  return walletsOf(TEST_MNEMONIC, 1)[0] as BaseWallet;
}
