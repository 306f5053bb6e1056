import { Mnemonic, Wallet, type BaseWallet } from "ethers";

import { keysOf } from "./mnemonic-keys.js";
import { TEST_MNEMONIC } from "./test-mnemonic.js";

export { TEST_MNEMONIC };

/** How many accounts a base gives a stake to, and a demo test votes with. */
const TEST_ACCOUNTS = 10;

/**
 * The first accounts of a mnemonic, which is checked.
 * @param path the accounts are numbered below it
 */
export function walletsOf(
  mnemonic: string,
  count: number = TEST_ACCOUNTS,
  path?: string,
): BaseWallet[] {
  const { phrase } = Mnemonic.fromPhrase(mnemonic);
  return keysOf(phrase, count, path === undefined ? {} : { path }).map((key) => new Wallet(key));
}

/** The account that deploys where none is named. Its key is public. */
export function defaultWallet(): BaseWallet {
  return walletsOf(TEST_MNEMONIC, 1)[0] as BaseWallet;
}
