import { Mnemonic, Wallet, type BaseWallet } from "ethers";

import { keysOf } from "./mnemonic-keys.js";
import { TEST_MNEMONIC } from "./test-mnemonic.js";

export { TEST_MNEMONIC };

/** Accounts that receive a stake with a base, and vote in a demo test. */
const TEST_ACCOUNTS = 10;

/** Those of the built-in mnemonic, whose keys are public. Deriving them takes 12 ms. */
let builtIn: readonly BaseWallet[] | undefined;

/** The first accounts of a mnemonic. Checks the mnemonic. */
export function walletsOf(mnemonic: string, count: number = TEST_ACCOUNTS): BaseWallet[] {
  const isBuiltIn = mnemonic === TEST_MNEMONIC && count <= TEST_ACCOUNTS;
  if (isBuiltIn && builtIn !== undefined) return builtIn.slice(0, count);
  // A file or variable may end with a line break.
  const { phrase } = Mnemonic.fromPhrase(mnemonic.trim().toLowerCase().split(/\s+/).join(" "));
  const keys = keysOf(phrase, isBuiltIn ? TEST_ACCOUNTS : count);
  const wallets = keys.map((key) => new Wallet(key));
  if (isBuiltIn) builtIn = wallets;
  return wallets.slice(0, count);
}

/** The default deploying account. Its key is public. */
export function defaultWallet(): BaseWallet {
  return walletsOf(TEST_MNEMONIC, 1)[0] as BaseWallet;
}
