/** An option of the test chain: of its command, of the task `dao:node` and, in capitals, of the environment. */
export interface ChainOption {
  readonly name: string;
  readonly short?: string;
  /** What its value is; a flag has none. */
  readonly value?: string;
  readonly description: string;
  /** How ganache, ganache-cli, anvil and Hardhat spell it, beside the camel case of each name. */
  readonly spellings?: readonly string[];
}

/** What the options begin with in the environment: `--chain-id` is DAO_TEST_CHAIN_CHAIN_ID there. */
export const ENVIRONMENT_PREFIX = "DAO_TEST_CHAIN_";

/** Everything that can be asked of a test chain. */
export const CHAIN_OPTIONS = [
  {
    name: "host",
    short: "h",
    value: "address",
    description: "address to listen on; 0.0.0.0 for all of the machine's (default: 127.0.0.1)",
    spellings: ["hostname", "server.host"],
  },
  {
    name: "port",
    short: "p",
    value: "number",
    description: "port to listen on; 0 for any that is free (default: 8545)",
    spellings: ["server.port"],
  },
  {
    name: "accounts",
    short: "a",
    value: "count",
    description: "accounts that the chain can sign for (default: 10)",
    spellings: ["total-accounts", "wallet.totalAccounts"],
  },
  {
    name: "balance",
    short: "e",
    value: "ether",
    description: "what each account owns at the start, in ether (default: 10000)",
    spellings: ["default-balance-ether", "wallet.defaultBalance"],
  },
  {
    name: "mnemonic",
    short: "m",
    value: "words",
    description: "mnemonic of the accounts, m/44'/60'/0'/0/n (default: the public one, see below)",
    spellings: ["wallet.mnemonic"],
  },
  {
    name: "deterministic",
    short: "d",
    description: "take the public mnemonic; that is the default, too",
    spellings: ["wallet.deterministic"],
  },
  {
    name: "chain-id",
    value: "number",
    description: "what eth_chainId says (default: 31337)",
    spellings: ["chain.chainId"],
  },
  {
    name: "network-id",
    short: "i",
    value: "number",
    description: "what net_version says (default: the chain id)",
    spellings: ["chain.networkId"],
  },
  {
    name: "block-time",
    short: "b",
    value: "seconds",
    description: "mine a block every so many seconds, instead of one for each transaction",
    spellings: ["miner.blockTime"],
  },
  {
    name: "no-mining",
    description: "mine only when asked to (evm_mine)",
    spellings: ["no-mine", "no-automine"],
  },
  {
    name: "gas-limit",
    short: "l",
    value: "gas",
    description: "gas limit of a block (default: 60000000)",
    spellings: ["block-gas-limit", "miner.blockGasLimit"],
  },
  {
    name: "gas-price",
    short: "g",
    value: "wei",
    description: "price of transactions that name none, in wei; the first base fee is not above it",
    spellings: ["miner.defaultGasPrice"],
  },
  {
    name: "hardfork",
    short: "k",
    value: "name",
    description: "rules of the chain, such as london or cancun (default: osaka)",
    spellings: ["chain.hardfork"],
  },
  {
    name: "fork-url",
    short: "f",
    value: "url",
    description: "begin with the state of a live chain, from this node; url@block names the block",
    spellings: ["fork", "rpc-url", "fork.url"],
  },
  {
    name: "fork-block",
    value: "number",
    description: "block of the live chain to begin with (default: a recent one)",
    spellings: ["fork-block-number", "fork.blockNumber"],
  },
  {
    name: "db",
    value: "folder",
    description: "keep the chain in this folder, and go on with it at the next start",
    spellings: ["db-path", "database.dbPath"],
  },
  {
    name: "arc-version",
    value: "release",
    description: "release of Arc, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  },
  {
    name: "params",
    value: "file",
    description: "migration parameters of the DAO (default: an example, its founders the accounts)",
  },
  {
    name: "custom-abis",
    value: "folder",
    description: "build files of contracts that are not Arc's (default: custom-abis)",
  },
  { name: "no-demo", description: "leave out the demo test" },
  {
    name: "output",
    short: "o",
    value: "file",
    description:
      "where the addresses go; the DAO's parameters go beside it (default: migration.json)",
  },
  {
    name: "quiet",
    short: "q",
    description: "print the ready line and errors only",
    spellings: ["silent", "logging.quiet"],
  },
  {
    name: "verbose",
    short: "v",
    description: "print every request and what it did",
    spellings: ["logging.verbose"],
  },
] as const satisfies readonly ChainOption[];

export type ChainOptionName = (typeof CHAIN_OPTIONS)[number]["name"];

/** What was given for each option, as text; flags are true or absent. */
export type RawChainOptions = { [Name in ChainOptionName]?: string | true };

/** The name of an option where names have no hyphens: `chainId`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of an option in the environment. */
export function environmentName(name: string): string {
  return ENVIRONMENT_PREFIX + name.replaceAll("-", "_").toUpperCase();
}
