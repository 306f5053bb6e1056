import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { keysOf } from "../chain/mnemonic-keys.js";
import { TEST_CHAIN_BALANCE, type TestChainNetwork } from "./options.js";

type Accounts = NonNullable<EdrNetworkUserConfig["accounts"]>;

/** As many words as a mnemonic may have, one space apart: all that needs no look at the list of words. */
const MNEMONIC = /^[a-z]+( [a-z]+){11}(( [a-z]+){3}){0,4}$/;
/** Numbers below 2^31, as far as nine digits tell. */
const PATH = /^m(\/\d{1,9}'?)+\/?$/;
/** Hardhat's. */
const COUNT = 20;

/**
 * The same network with its accounts as a list of keys, which Hardhat takes 100 ms longer to derive.
 * What does not look like a mnemonic is left for Hardhat to refuse.
 */
export function withListedKeys(network: TestChainNetwork): TestChainNetwork {
  const { accounts } = network;
  const listed = accounts && listedKeys(accounts);
  return listed === undefined ? network : { ...network, accounts: listed };
}

function listedKeys(accounts: Accounts): Accounts | undefined {
  if (Array.isArray(accounts)) return undefined;
  const { mnemonic, passphrase = "", path = "m/44'/60'/0'/0" } = accounts;
  const { count = COUNT, initialIndex: first = 0 } = accounts;
  const balance = accounts.accountsBalance ?? TEST_CHAIN_BALANCE;
  const isUsual =
    typeof mnemonic === "string" &&
    typeof passphrase === "string" &&
    MNEMONIC.test(mnemonic) &&
    PATH.test(path) &&
    [count, first].every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 30);
  if (!isUsual) return undefined;
  const keys = keysOf(mnemonic, count, { path: path.replace(/\/$/, ""), first, passphrase });
  return keys.map((privateKey) => ({ privateKey, balance }));
}
