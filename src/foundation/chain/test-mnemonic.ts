import publicAccounts from "./public-accounts.json" with { type: "json" };

/** The mnemonic of the predecessor's test chains: public, for development chains only. */
export const TEST_MNEMONIC =
  "myth like bonus scare over problem client lizard pioneer submit female collect";

/**
 * The first ten accounts of the predecessor's mnemonic, and of the one that Hardhat and anvil share. They are listed
 * because deriving them would take too long for a warning.
 */
export const PUBLIC_ACCOUNTS: readonly string[] = publicAccounts;

/** Whether everybody has an account's key. */
export function isPublicAccount(address: string): boolean {
  return PUBLIC_ACCOUNTS.includes(address);
}
