import type { TestChainOptions } from "../options.js";
import * as read from "./option-values.js";

/** An option of the command `dao-test-chain`, the task `dao:node`, the environment and the library. */
export interface ChainOption {
  readonly name: string;
  readonly short?: string;
  /** Name of its value in the help; a flag has none. */
  readonly value?: string;
  readonly description: string;
  /** Other names, as in ganache, ganache-cli, anvil and Hardhat. Case, dashes, underscores and groups do not matter. */
  readonly spellings?: readonly string[];
  /** May be given more than once; the values are joined by spaces. */
  readonly repeats?: boolean;
  /** Its value is a key or a mnemonic. */
  readonly isSecret?: boolean;
  /** What it sets. The library refuses an option that only the command has, and ignores such a flag. */
  readonly field?: keyof TestChainOptions;
  /** Reads its value. Default: a flag, or text as it is. */
  readonly read?: read.Read<unknown>;
}

/** Deriving more would take minutes. */
const MOST_ACCOUNTS = 10_000;

/** All options. */
export const CHAIN_OPTIONS = [
  {
    name: "host",
    short: "h",
    value: "address",
    description: "address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1)",
    spellings: ["hostname"],
    field: "host",
  },
  {
    name: "port",
    short: "p",
    value: "number",
    description: "port to listen on; 0 for any free port (default: 8545)",
    field: "port",
    read: read.whole(0, 65_535),
  },
  {
    name: "accounts",
    short: "a",
    value: "count",
    description: "number of unlocked accounts (default: 10)",
    spellings: ["total_accounts"],
    field: "accounts",
    read: read.part("count", read.whole(1, MOST_ACCOUNTS)),
  },
  {
    name: "balance",
    short: "e",
    value: "ether",
    description: "initial balance of each account, in ether (default: 10000)",
    spellings: ["default_balance_ether", "default-balance"],
    field: "accounts",
    read: read.part("accountsBalance", read.ether),
  },
  {
    name: "mnemonic",
    short: "m",
    value: "words",
    description: "mnemonic of the accounts, m/44'/60'/0'/0/n (default: a public one)",
    isSecret: true,
    field: "accounts",
    read: read.part("mnemonic", read.words),
  },
  {
    name: "deterministic",
    short: "d",
    description: "use the public mnemonic, which is also the default",
  },
  {
    name: "seed",
    short: "s",
    value: "text",
    description: "derive the accounts from this seed, as ganache does",
    field: "seed",
  },
  {
    name: "account",
    value: "key,wei",
    description: "private key and balance of an account; repeat it for more",
    spellings: ["wallet.accounts"],
    repeats: true,
    isSecret: true,
    field: "accounts",
    read: read.accounts,
  },
  {
    name: "hd-path",
    value: "path",
    description: "derivation path of the accounts (default: m/44'/60'/0'/0)",
    spellings: ["hd_path"],
    field: "accounts",
    read: read.part("path", read.derivationPath),
  },
  {
    name: "secure",
    short: "n",
    description: "sign only for accounts given by --unlock",
    spellings: ["lock", "locked"],
    field: "secure",
  },
  {
    name: "unlock",
    short: "u",
    value: "account",
    description: "sign for this address or account index; repeat it for more",
    spellings: ["unlocked_accounts"],
    repeats: true,
    field: "unlock",
    read: read.list,
  },
  {
    name: "account-keys",
    value: "file",
    description: "write addresses and private keys of the accounts to this file, as JSON",
    spellings: ["acct-keys", "account-keys-path"],
  },
  {
    name: "time",
    short: "t",
    value: "date",
    description: "initial time of the chain's clock, such as 2026-01-31T12:00:00Z",
    field: "initialDate",
    read: read.date,
  },
  {
    name: "allow-origin",
    value: "origin",
    description: "let web pages of this origin use the chain, or of any (*); repeat it for more",
    repeats: true,
    field: "allowOrigin",
    read: read.list,
  },
  {
    name: "allow-host",
    value: "name",
    description: "answer to this public host name, or any (*); repeat it for more",
    repeats: true,
    field: "allowHost",
    read: read.list,
  },
  {
    name: "keep-alive-timeout",
    value: "milliseconds",
    description: "how long to keep an idle connection (default: 5000)",
    field: "keepAliveTimeout",
    read: read.whole(0, 2 ** 31 - 1),
  },
  {
    name: "allow-unlimited-contract-size",
    description: "deploy contracts of any size",
    field: "allowUnlimitedContractSize",
  },
  {
    name: "no-vm-errors",
    description: "return the hash of a reverted transaction instead of an error",
    spellings: ["no-vm-errors-on-rpc-response"],
    field: "throwOnTransactionFailures",
    read: read.not,
  },
  { name: "mem", description: "no effect: the chain is always in memory, unless --db is given" },
  {
    name: "debug",
    description: "same as --verbose; opcodes are not logged",
    field: "loggingEnabled",
  },
  {
    name: "chain-id",
    value: "number",
    description: "chain ID, returned by eth_chainId (default: 31337)",
    spellings: ["chain-id-rpc"],
    field: "chainId",
    read: read.whole(1),
  },
  {
    name: "network-id",
    short: "i",
    value: "number",
    description: "network ID, returned by net_version (default: the chain ID)",
    spellings: ["network_id"],
    field: "networkId",
    read: read.whole(1),
  },
  {
    name: "block-time",
    short: "b",
    value: "seconds",
    description: "seconds between blocks, instead of one block per transaction",
    field: "mining",
    read: read.blockTime,
  },
  {
    name: "no-mining",
    description: "mine only on request (evm_mine)",
    spellings: ["no-mine", "no-automine"],
    field: "mining",
    read: read.part("auto", read.not),
  },
  {
    name: "gas-limit",
    short: "l",
    value: "gas",
    description: "block gas limit (default: 60000000)",
    spellings: ["block-gas-limit"],
    field: "blockGasLimit",
    read: read.whole(1),
  },
  {
    name: "gas-price",
    short: "g",
    value: "wei",
    description: "default gas price in wei; the initial base fee is at most this",
    spellings: ["default-gas-price"],
    field: "gasPrice",
    read: read.wei,
  },
  {
    name: "hardfork",
    short: "k",
    value: "name",
    description: "hardfork, such as london or cancun (default: osaka)",
    field: "hardfork",
    read: read.hardfork,
  },
  {
    name: "fork-url",
    short: "f",
    value: "url",
    description: "fork the chain of the node at this URL; <url>@<block> forks at a block",
    spellings: ["fork", "rpc-url", "url"],
    field: "forking",
    read: read.fork,
  },
  {
    name: "fork-block",
    value: "number",
    description: "block to fork at (default: a recent one)",
    spellings: ["fork_block_number", "block-number"],
    field: "forking",
    read: read.part("blockNumber", read.whole(0)),
  },
  {
    name: "db",
    value: "folder",
    description: "persist the chain in this folder and resume it at the next start",
    spellings: ["db_path"],
    field: "db",
  },
  {
    name: "arc-version",
    value: "release",
    description: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
    field: "arcVersion",
  },
  {
    name: "params",
    value: "file",
    description: "the DAO's parameters (default: ./migration-params.json, or an example)",
    field: "params",
  },
  {
    name: "custom-abis",
    value: "folder",
    description: "build files of contracts that are not in Arc (default: custom-abis)",
    field: "customAbis",
  },
  { name: "no-demo", description: "skip the demo test", field: "demo", read: read.not },
  {
    name: "output",
    short: "o",
    value: "file",
    description: "result file; the DAO's parameters go beside it (default: migration.json)",
  },
  {
    name: "quiet",
    short: "q",
    description: "print only the ready line and errors",
    spellings: ["silent"],
  },
  {
    name: "verbose",
    short: "v",
    description: "log every request and its effect",
    field: "loggingEnabled",
  },
] as const satisfies readonly ChainOption[];

type Row = (typeof CHAIN_OPTIONS)[number];
export type ChainOptionName = Row["name"];
export type ChainOptionSpelling = Extract<Row, { spellings: unknown }>["spellings"][number];
/** The library's options that a row sets. */
export type ChainOptionField = Extract<Row, { field: unknown }>["field"];

/** The given values, as text; a flag is true or absent. */
export type RawChainOptions = { [Name in ChainOptionName]?: string | true };

/** An option's name in camel case: `chainId`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Prefix of the environment variables. */
export const ENVIRONMENT_PREFIX = "DAO_TEST_CHAIN_";

/** An option's environment variable: DAO_TEST_CHAIN_CHAIN_ID for `chain-id`. */
export function environmentName(name: string): string {
  return ENVIRONMENT_PREFIX + name.replaceAll("-", "_").toUpperCase();
}
