import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { keysOf } from "../chain/mnemonic-keys.js";
import { TEST_CHAIN_BALANCE, type TestChainNetwork } from "./options.js";

type Accounts = NonNullable<EdrNetworkUserConfig["accounts"]>;

/** A valid number of words, each separated by one space: what can be checked without the word list. */
const MNEMONIC = /^[a-z]+( [a-z]+){11}(( [a-z]+){3}){0,4}$/;
/** Only indices of up to nine digits, which are all below 2^31. */
const PATH = /^m(\/\d{1,9}'?)+\/?$/;
/** Hardhat's default. */
const COUNT = 20;

/**
 * Replaces a network's mnemonic with its keys, because Hardhat takes 100 ms longer to derive them. Leaves anything that
 * does not look like a mnemonic for Hardhat to reject.
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
