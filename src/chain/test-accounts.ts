import { HDNodeWallet, Mnemonic, Wallet, type BaseWallet } from "ethers";

import { TEST_MNEMONIC } from "./test-mnemonic.js";

export { TEST_MNEMONIC };

/** How many accounts a base gives a stake to, and a demo test votes with. */
const TEST_ACCOUNTS = 10;

/**
 * The first accounts of a mnemonic.
 * @param path the accounts are numbered below it
 */
export function walletsOf(
  mnemonic: string,
  count: number = TEST_ACCOUNTS,
  path = "m/44'/60'/0'/0",
): BaseWallet[] {
  const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(mnemonic), path);
  return Array.from(
    { length: count },
    (_, index) => new Wallet(root.deriveChild(index).privateKey),
  );
}

/** The account that deploys where none is named. Its key is public. */
export function defaultWallet(): BaseWallet {
  return walletsOf(TEST_MNEMONIC, 1)[0] as BaseWallet;
}
