import { keysOf } from "../foundation/chain/mnemonic-keys.js";
import { TEST_KEYS, TEST_MNEMONIC } from "../foundation/chain/test-mnemonic.js";
import type { TestChainNetwork, TestChainOptions } from "./options.js";

type Accounts = NonNullable<TestChainNetwork["accounts"]>;

/** A valid number of words, each separated by one space: what can be checked without the word list. */
const MNEMONIC = /^[a-z]+( [a-z]+){11}(( [a-z]+){3}){0,4}$/;
/** Only indices of up to nine digits, which are all below 2^31. */
const PATH = /^m(\/\d{1,9}'?)+\/?$/;
const COUNT = 10;
/** In wei: 10,000 ether, like Hardhat's own accounts. */
const BALANCE = 10_000n * 10n ** 18n;

/**
 * Replaces a mnemonic, by default the public one, with its keys, because Hardhat takes 100 ms longer to derive them.
 * Leaves anything that does not look like a mnemonic for Hardhat to reject.
 */
export function listedAccounts(accounts: Accounts = {}): Accounts {
  if (Array.isArray(accounts)) return accounts;
  if (Object.keys(accounts).length === 0) {
    return TEST_KEYS.map((privateKey) => ({ privateKey, balance: BALANCE }));
  }
  const { mnemonic = TEST_MNEMONIC, passphrase = "", path = "m/44'/60'/0'/0" } = accounts;
  const { count = COUNT, initialIndex: first = 0, accountsBalance: balance = BALANCE } = accounts;
  const isUsual =
    typeof mnemonic === "string" &&
    typeof passphrase === "string" &&
    MNEMONIC.test(mnemonic) &&
    PATH.test(path) &&
    [count, first].every((number) => Number.isInteger(number) && number >= 0 && number < 2 ** 30);
  if (!isUsual) return { ...accounts, mnemonic, count };
  const keys = keysOf(mnemonic, count, { path: path.replace(/\/$/, ""), first, passphrase });
  return keys.map((privateKey) => ({ privateKey, balance }));
}

/** Returns the options with the accounts derived from the seed. */
export async function withSeed({ seed, ...options }: TestChainOptions): Promise<TestChainOptions> {
  if (seed === undefined) return options;
  // Loaded only here: loading ethers takes as long as the migration.
  const { mnemonicOf } = await import("./seed.js");
  return { ...options, accounts: { ...options.accounts, mnemonic: mnemonicOf(seed) } };
}

export async function privateKeys(options: TestChainOptions): Promise<readonly string[]> {
  const accounts = listedAccounts((await withSeed(options)).accounts);
  return Array.isArray(accounts) ? accounts.map(({ privateKey }) => privateKey as string) : [];
}

/** Whether everybody knows the keys of a chain's accounts. */
export function haveKnownKeys({ accounts = {}, seed }: TestChainOptions): boolean {
  if (seed !== undefined || Array.isArray(accounts)) return false;
  return (accounts.mnemonic ?? TEST_MNEMONIC) === TEST_MNEMONIC;
}
