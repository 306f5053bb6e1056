import { DEFAULTS } from "../../foundation/support/defaults.js";
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
  readonly read?: read.OptionReader<unknown>;
}

/** Deriving more would take minutes. */
const MOST_ACCOUNTS = 10_000;

function option<const Name extends string, const More extends Partial<ChainOption>>(
  name: Name,
  description: string,
  more: More,
) {
  return { name, description, ...more };
}

export const CHAIN_OPTIONS = [
  option("host", "address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1)", {
    short: "h",
    value: "address",
    spellings: ["hostname"],
    field: "host",
  }),
  option("port", "port to listen on; 0 for any free port (default: 8545)", {
    short: "p",
    value: "number",
    field: "port",
    read: read.whole(0, 65_535),
  }),
  option("accounts", "number of unlocked accounts (default: 10)", {
    short: "a",
    value: "count",
    spellings: ["total_accounts"],
    field: "accounts",
    read: read.part("count", read.whole(1, MOST_ACCOUNTS)),
  }),
  option("balance", "initial balance of each account, in ether (default: 10000)", {
    short: "e",
    value: "ether",
    spellings: ["default_balance_ether", "default-balance"],
    field: "accounts",
    read: read.part("accountsBalance", read.ether),
  }),
  option("mnemonic", "mnemonic of the accounts, m/44'/60'/0'/0/n (default: a public one)", {
    short: "m",
    value: "words",
    isSecret: true,
    field: "accounts",
    read: read.part("mnemonic", read.words),
  }),
  option("deterministic", "use the public mnemonic, which is also the default", { short: "d" }),
  option("seed", "derive the accounts from this seed, as ganache does", {
    short: "s",
    value: "text",
    field: "seed",
  }),
  option("account", "private key and balance of an account; repeat it for more", {
    value: "key,wei",
    spellings: ["wallet.accounts"],
    repeats: true,
    isSecret: true,
    field: "accounts",
    read: read.accounts,
  }),
  option("hd-path", "derivation path of the accounts (default: m/44'/60'/0'/0)", {
    value: "path",
    spellings: ["hd_path"],
    field: "accounts",
    read: read.part("path", read.derivationPath),
  }),
  option("secure", "sign only for accounts given by --unlock", {
    short: "n",
    spellings: ["lock", "locked"],
    field: "secure",
  }),
  option("unlock", "sign for this address or account index; repeat it for more", {
    short: "u",
    value: "account",
    spellings: ["unlocked_accounts"],
    repeats: true,
    field: "unlock",
    read: read.list,
  }),
  option("account-keys", "write addresses and private keys of the accounts to this file, as JSON", {
    value: "file",
    spellings: ["acct-keys", "account-keys-path"],
  }),
  option("time", "initial time of the chain's clock, such as 2026-01-31T12:00:00Z", {
    short: "t",
    value: "date",
    field: "initialDate",
    read: read.date,
  }),
  option(
    "allow-origin",
    "let web pages of this origin use the chain, or * for any; repeat it for more",
    { value: "origin", repeats: true, field: "allowOrigin", read: read.list },
  ),
  option("allow-host", "answer to this public host name, or any (*); repeat it for more", {
    value: "name",
    repeats: true,
    field: "allowHost",
    read: read.list,
  }),
  option("keep-alive-timeout", "how long to keep an idle connection (default: 5000)", {
    value: "milliseconds",
    field: "keepAliveTimeout",
    read: read.whole(0, 2 ** 31 - 1),
  }),
  option("allow-unlimited-contract-size", "deploy contracts of any size", {
    field: "allowUnlimitedContractSize",
  }),
  option("no-vm-errors", "return the hash of a reverted transaction instead of an error", {
    spellings: ["no-vm-errors-on-rpc-response"],
    field: "throwOnTransactionFailures",
    read: read.not,
  }),
  option("mem", "no effect: the chain is always in memory, unless --db is given", {}),
  option("debug", "same as --verbose; opcodes are not logged", { field: "loggingEnabled" }),
  option("chain-id", "chain ID, returned by eth_chainId (default: 31337)", {
    value: "number",
    spellings: ["chain-id-rpc"],
    field: "chainId",
    read: read.whole(1),
  }),
  option("network-id", "network ID, returned by net_version (default: the chain ID)", {
    short: "i",
    value: "number",
    spellings: ["network_id"],
    field: "networkId",
    read: read.whole(1),
  }),
  option("block-time", "seconds between blocks, instead of one block per transaction", {
    short: "b",
    value: "seconds",
    field: "mining",
    read: read.blockTime,
  }),
  option("no-mining", "mine only on request (evm_mine)", {
    spellings: ["no-mine", "no-automine"],
    field: "mining",
    read: read.part("auto", read.not),
  }),
  option("gas-limit", "block gas limit (default: 60000000)", {
    short: "l",
    value: "gas",
    spellings: ["block-gas-limit"],
    field: "blockGasLimit",
    read: read.whole(1),
  }),
  option("gas-price", "default gas price in wei; the initial base fee is at most this", {
    short: "g",
    value: "wei",
    spellings: ["default-gas-price"],
    field: "gasPrice",
    read: read.wei,
  }),
  option("hardfork", "hardfork, such as london or cancun (default: osaka)", {
    short: "k",
    value: "name",
    field: "hardfork",
    read: read.hardfork,
  }),
  option("fork-url", "fork the chain of the node at this URL; <url>@<block> forks at a block", {
    short: "f",
    value: "url",
    spellings: ["fork", "rpc-url", "url"],
    field: "forking",
    read: read.fork,
  }),
  option("fork-block", "block to fork at (default: a recent one)", {
    value: "number",
    spellings: ["fork_block_number", "block-number"],
    field: "forking",
    read: read.part("blockNumber", read.whole(0)),
  }),
  option("db", "persist the chain in this folder and resume it at the next start", {
    value: "folder",
    spellings: ["db_path"],
    field: "db",
  }),
  option("load-state", "start with the state in this file, in anvil's format", {
    value: "file",
    field: "loadState",
  }),
  option("dump-state", "write the state to this file at the end, in anvil's format", {
    value: "file",
    field: "dumpState",
  }),
  option("arc-version", "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)", {
    value: "release",
    field: "arcVersion",
  }),
  option("params", `the DAO's parameters (default: ./${DEFAULTS.params}, or an example)`, {
    value: "file",
    field: "params",
  }),
  option(
    "custom-abis",
    `build files of contracts that are not in Arc (default: ${DEFAULTS.customAbis})`,
    {
      value: "folder",
      field: "customAbis",
    },
  ),
  option("no-demo", "skip the demo test", { field: "demo", read: read.not }),
  option("output", "result file; the DAO's parameters go beside it (default: migration.json)", {
    short: "o",
    value: "file",
    // As dao-migrate calls it, whose errors name it.
    spellings: ["result"],
  }),
  option("quiet", "print only the ready line and errors", { short: "q", spellings: ["silent"] }),
  option("verbose", "log every request and its effect", { short: "v", field: "loggingEnabled" }),
] as const;

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

export const ENVIRONMENT_PREFIX = "DAO_TEST_CHAIN_";

/** An option's environment variable: DAO_TEST_CHAIN_CHAIN_ID for `chain-id`. */
export function environmentName(name: string): string {
  return ENVIRONMENT_PREFIX + name.replaceAll("-", "_").toUpperCase();
}
