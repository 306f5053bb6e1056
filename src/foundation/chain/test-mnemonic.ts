import publicAccounts from "./public-accounts.json" with { type: "json" };

/** The mnemonic of the predecessor's test chains: public, for development chains only. */
export const TEST_MNEMONIC =
  "myth like bonus scare over problem client lizard pioneer submit female collect";

/** Its first ten keys at Ethereum's usual path, which everybody has. Deriving them would take 4 ms of a chain's start. */
export const TEST_KEYS: readonly string[] = [
  "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d",
  "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1",
  "0x6370fd033278c143179d81c5526140625662b8daa446c22ee2d73db3707e620c",
  "0x646f1ce2fdad0e6deeeb5c7e8e5543bdde65e86029e2fd9fc169899c440a7913",
  "0xadd53f9a7e588d003326d1cbf9e4a43c061aadd9bc938c843a79e7b4fd2ad743",
  "0x395df67f0c2d2d9fe1ad08d1bc8b6627011959b79c53d7dd6a3536a33ab8a4fd",
  "0xe485d098507f54e7733a205420dfddbe58db035fa577fc294ebd14db90767a52",
  "0xa453611d9419d0e56f499079478fd72c37b251a94bfde4d19872c44cf65386e3",
  "0x829e924fdf021ba3dbbc4225edfece9aca04b929d6e75613329ca6f1d31c0bb4",
  "0xb0057716d5917badaf911b193b12b910811c1497b5bada8d7711f758981c3773",
];

/**
 * What a test account gets, in wei: of the staking token with a base on a private chain, and of token and reputation as a
 * founder of a demo DAO. It allows the voting machine to take as much.
 */
export const TOKENS_OF_A_TEST_ACCOUNT = 1000n * 10n ** 18n;

/**
 * The first ten accounts of the predecessor's mnemonic, and of the one that Hardhat and anvil share. They are listed
 * because deriving them would take too long for a warning.
 */
export const PUBLIC_ACCOUNTS: readonly string[] = publicAccounts;

/** Whether everybody has an account's key. */
export function isPublicAccount(address: string): boolean {
  return PUBLIC_ACCOUNTS.includes(address);
}
