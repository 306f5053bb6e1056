import { UsageError } from "../support/errors.js";
import { nearest } from "../support/nearest.js";
import { withoutGanacheNames } from "./ganache-options.js";
import type { GanacheOptions, TestChainOptions } from "./options.js";

const KNOWN: Readonly<Record<keyof TestChainOptions, true>> = {
  accounts: true,
  allowBlocksWithSameTimestamp: true,
  allowHost: true,
  allowOrigin: true,
  allowUnlimitedContractSize: true,
  arcVersion: true,
  blockGasLimit: true,
  chainId: true,
  coinbase: true,
  customAbis: true,
  db: true,
  demo: true,
  ethers: true,
  forking: true,
  from: true,
  gas: true,
  gasEstimationMode: true,
  gasMultiplier: true,
  gasPrice: true,
  hardfork: true,
  host: true,
  initialBaseFeePerGas: true,
  initialDate: true,
  keepAliveTimeout: true,
  loggingEnabled: true,
  minGasPrice: true,
  mining: true,
  networkId: true,
  onNote: true,
  params: true,
  port: true,
  projectRoot: true,
  secure: true,
  seed: true,
  throwOnCallFailures: true,
  throwOnTransactionFailures: true,
  transactionGasCap: true,
  unlock: true,
};

/** ganache's options that a test chain does not support, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  account_keys_path: "the keys of --account-keys are written by the command only",
  allowUnlimitedInitCodeSize: "only allowUnlimitedContractSize can be lifted",
  asyncRequestProcessing: "requests are handled one at a time, in order",
  callGasLimit: "a call gets the block gas limit",
  db: "a database is a folder here; pass its path",
  debug: "no opcodes are logged; loggingEnabled logs each request and what it does",
  defaultTransactionGasLimit: "set gas instead, which Hardhat adds to transactions without one",
  disk: "db is the folder to persist the chain in",
  forkCacheSize: "the size of a fork's cache cannot be limited",
  instamine: "mining is eager, unless the option mining says otherwise",
  legacyInstamine: "mining is eager, unless the option mining says otherwise",
  logger: "there is one log, and loggingEnabled turns it on",
  priceBump: "a replacement transaction must pay at least 10% more",
  ws: "WebSockets are always served, on the same port",
};

/**
 * Converts options to our names, and rejects unknown ones: a misspelled option would otherwise be ignored silently.
 * @throws UsageError with a suggestion, or why an option of ganache is not available
 */
export function knownOptions(asked: TestChainOptions & GanacheOptions): TestChainOptions {
  const options = withoutGanacheNames(asked);
  const names = Object.keys(KNOWN);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const reason = REFUSED[name.replace(/^.*\./, "")];
    if (reason !== undefined) {
      throw new UsageError(`The test chain has no option ${JSON.stringify(name)}: ${reason}.`);
    }
    const [closest] = nearest(name, names, 1);
    throw new UsageError(
      `Unknown option ${JSON.stringify(name.slice(0, 60))} of the test chain. ` +
        (closest === undefined
          ? `The options are ${names.join(", ")}.`
          : `Did you mean ${closest}?`),
    );
  }
  const { seed, accounts } = options as TestChainOptions;
  if (seed !== undefined && (Array.isArray(accounts) || accounts?.mnemonic !== undefined)) {
    throw new UsageError(
      "A seed makes the accounts. Pass either a seed, or accounts or a mnemonic.",
    );
  }
  return options;
}

/** Returns the options with the accounts derived from the seed. */
export async function withSeed({ seed, ...options }: TestChainOptions): Promise<TestChainOptions> {
  if (seed === undefined) return options;
  // Loaded only here: loading ethers takes as long as the migration.
  const { mnemonicOf } = await import("./seed.js");
  const accounts = Array.isArray(options.accounts) ? undefined : options.accounts;
  return { ...options, accounts: { ...accounts, mnemonic: mnemonicOf(seed) } };
}
