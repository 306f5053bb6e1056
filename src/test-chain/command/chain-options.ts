/** An option of the command `dao-test-chain` and of the task `dao:node`; in capitals, an environment variable. */
export interface ChainOption {
  readonly name: string;
  readonly short?: string;
  /** Name of its value in the help; a flag has none. */
  readonly value?: string;
  readonly description: string;
  /** Other spellings, as in ganache, ganache-cli, anvil and Hardhat; each name also works in camel case. */
  readonly spellings?: readonly string[];
  /** May be given more than once; the values are joined by spaces. */
  readonly repeats?: boolean;
}

/** Prefix of the environment variables: `--chain-id` is DAO_TEST_CHAIN_CHAIN_ID. */
export const ENVIRONMENT_PREFIX = "DAO_TEST_CHAIN_";

/** All options. */
export const CHAIN_OPTIONS = [
  {
    name: "host",
    short: "h",
    value: "address",
    description: "address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1)",
    spellings: ["hostname", "server.host"],
  },
  {
    name: "port",
    short: "p",
    value: "number",
    description: "port to listen on; 0 for any free port (default: 8545)",
    spellings: ["server.port"],
  },
  {
    name: "accounts",
    short: "a",
    value: "count",
    description: "number of unlocked accounts (default: 10)",
    spellings: ["total-accounts", "wallet.totalAccounts"],
  },
  {
    name: "balance",
    short: "e",
    value: "ether",
    description: "initial balance of each account, in ether (default: 10000)",
    spellings: ["default-balance-ether", "wallet.defaultBalance"],
  },
  {
    name: "mnemonic",
    short: "m",
    value: "words",
    description: "mnemonic of the accounts, m/44'/60'/0'/0/n (default: a public one)",
    spellings: ["wallet.mnemonic"],
  },
  {
    name: "deterministic",
    short: "d",
    description: "use the public mnemonic, which is also the default",
    spellings: ["wallet.deterministic"],
  },
  {
    name: "seed",
    short: "s",
    value: "text",
    description: "derive the accounts from this seed, as ganache does",
    spellings: ["wallet.seed"],
  },
  {
    name: "account",
    value: "key,wei",
    description: "private key and balance of an account; repeat it for more",
    spellings: ["wallet.accounts"],
    repeats: true,
  },
  {
    name: "hd-path",
    value: "path",
    description: "derivation path of the accounts (default: m/44'/60'/0'/0)",
    spellings: ["wallet.hdPath"],
  },
  {
    name: "secure",
    short: "n",
    description: "sign only for accounts given by --unlock",
    spellings: ["lock", "wallet.lock"],
  },
  {
    name: "unlock",
    short: "u",
    value: "account",
    description: "sign for this address or account index; repeat it for more",
    spellings: ["wallet.unlockedAccounts"],
    repeats: true,
  },
  {
    name: "account-keys",
    value: "file",
    description: "write addresses and private keys of the accounts to this file, as JSON",
    spellings: ["acct-keys", "account_keys_path", "wallet.accountKeysPath"],
  },
  {
    name: "time",
    short: "t",
    value: "date",
    description: "initial time of the chain's clock, such as 2026-01-31T12:00:00Z",
    spellings: ["chain.time"],
  },
  {
    name: "allow-origin",
    value: "origin",
    description: "let web pages of this origin use the chain, or of any (*); repeat it for more",
    repeats: true,
  },
  {
    name: "allow-host",
    value: "name",
    description: "answer to this public host name, or any (*); repeat it for more",
    repeats: true,
  },
  {
    name: "keep-alive-timeout",
    value: "milliseconds",
    description: "how long to keep an idle connection (default: 5000)",
  },
  {
    name: "allow-unlimited-contract-size",
    description: "deploy contracts of any size",
    spellings: ["chain.allowUnlimitedContractSize"],
  },
  {
    name: "no-vm-errors",
    description: "return the hash of a reverted transaction instead of an error",
    spellings: ["noVMErrorsOnRPCResponse"],
  },
  { name: "mem", description: "no effect: the chain is always in memory, unless --db is given" },
  { name: "debug", description: "same as --verbose; opcodes are not logged" },
  {
    name: "chain-id",
    value: "number",
    description: "chain ID, returned by eth_chainId (default: 31337)",
    spellings: ["chain.chainId"],
  },
  {
    name: "network-id",
    short: "i",
    value: "number",
    description: "network ID, returned by net_version (default: the chain ID)",
    spellings: ["chain.networkId"],
  },
  {
    name: "block-time",
    short: "b",
    value: "seconds",
    description: "seconds between blocks, instead of one block per transaction",
    spellings: ["miner.blockTime"],
  },
  {
    name: "no-mining",
    description: "mine only on request (evm_mine)",
    spellings: ["no-mine", "no-automine"],
  },
  {
    name: "gas-limit",
    short: "l",
    value: "gas",
    description: "block gas limit (default: 60000000)",
    spellings: ["block-gas-limit", "miner.blockGasLimit"],
  },
  {
    name: "gas-price",
    short: "g",
    value: "wei",
    description: "default gas price in wei; the initial base fee is at most this",
    spellings: ["miner.defaultGasPrice"],
  },
  {
    name: "hardfork",
    short: "k",
    value: "name",
    description: "hardfork, such as london or cancun (default: osaka)",
    spellings: ["chain.hardfork"],
  },
  {
    name: "fork-url",
    short: "f",
    value: "url",
    description: "fork the chain of the node at this URL; <url>@<block> forks at a block",
    spellings: ["fork", "rpc-url", "fork.url"],
  },
  {
    name: "fork-block",
    value: "number",
    description: "block to fork at (default: a recent one)",
    spellings: ["fork-block-number", "fork.blockNumber"],
  },
  {
    name: "db",
    value: "folder",
    description: "persist the chain in this folder and resume it at the next start",
    spellings: ["db-path", "database.dbPath"],
  },
  {
    name: "arc-version",
    value: "release",
    description: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  },
  {
    name: "params",
    value: "file",
    description: "the DAO's parameters (default: ./migration-params.json, or an example)",
  },
  {
    name: "custom-abis",
    value: "folder",
    description: "build files of contracts that are not in Arc (default: custom-abis)",
  },
  { name: "no-demo", description: "skip the demo test" },
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
    spellings: ["silent", "logging.quiet"],
  },
  {
    name: "verbose",
    short: "v",
    description: "log every request and its effect",
    spellings: ["logging.verbose"],
  },
] as const satisfies readonly ChainOption[];

export type ChainOptionName = (typeof CHAIN_OPTIONS)[number]["name"];

/** The given values, as text; a flag is true or absent. */
export type RawChainOptions = { [Name in ChainOptionName]?: string | true };

/** An option's name in camel case: `chainId`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An option's environment variable. */
export function environmentName(name: string): string {
  return ENVIRONMENT_PREFIX + name.replaceAll("-", "_").toUpperCase();
}

/** Options of ganache that are not available here, and why; by name, without dashes and groups. */
export const REFUSED_OPTIONS: Readonly<Record<string, string>> = {
  callgaslimit: "a call gets the block gas limit",
  defaulttransactiongaslimit: "a transaction without gas gets an estimate",
  asyncrequestprocessing: "requests are handled one at a time, in order",
  flavor: "only Ethereum is supported",
  forkcachesize: "the size of a fork's cache cannot be limited",
  instamine: "every transaction is mined at once, unless --block-time or --no-mining is given",
  legacyinstamine:
    "every transaction is mined at once, unless --block-time or --no-mining is given",
  passphrase: "accounts have no passphrase; use --secure and --unlock",
  pricebump: "a replacement transaction must pay at least 10% more",
  rpcendpoint: "JSON-RPC is served at every path",
  ws: "WebSockets are always served, on the same port",
  wsbinary: "WebSockets answer in text",
};
