import { isObject } from "../foundation/support/is-object.js";
import { UsageError } from "../foundation/support/errors.js";
import { suggestion } from "../foundation/support/nearest.js";
import {
  camelCase,
  CHAIN_OPTIONS,
  type ChainOption,
  type ChainOptionField,
  type ChainOptionName,
  type ChainOptionSpelling,
} from "./command/chain-options.js";
import { accounts, flag, mining, text, type OptionReader } from "./command/option-values.js";
import type { TestChainOptions } from "./options.js";

/** ganache's and the command's names for these options, and the groups of ganache 7. */
type OtherName =
  | CamelCase<ChainOptionName>
  | CamelCase<ChainOptionSpelling>
  | (typeof GROUPS)[number]
  | "vmErrorsOnRPCResponse";
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * Further accepted names, with values in ganache's units: ether, seconds, text or numbers. Case and underscores do not
 * matter, so ganache's old names, such as `total_accounts`, are the same.
 */
export type GanacheOptions = { readonly [Name in OtherName]?: unknown };

/** Options of the library that the command does not have. */
const OTHERS: Readonly<Record<Exclude<keyof TestChainOptions, ChainOptionField>, true>> = {
  allowBlocksWithSameTimestamp: true,
  coinbase: true,
  ethers: true,
  from: true,
  gas: true,
  gasEstimationMode: true,
  gasMultiplier: true,
  initialBaseFeePerGas: true,
  minGasPrice: true,
  onNote: true,
  projectRoot: true,
  throwOnCallFailures: true,
  transactionGasCap: true,
};

const OPTIONS: readonly ChainOption[] = CHAIN_OPTIONS;
/** The library's own names, which take Hardhat's values; every other name takes ganache's. */
const FIELDS = [
  ...new Set([...OPTIONS.flatMap(({ field }) => field ?? []), ...Object.keys(OTHERS)]),
];
const byLetters = new Map(
  OPTIONS.flatMap((option) =>
    [option.name, ...(option.spellings ?? [])].map((name) => [lettersOf(name), option] as const),
  ),
);

/** What distinguishes names: `total-accounts`, `total_accounts` and `totalAccounts` are the same. */
function lettersOf(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** The groups of ganache 7, as in `wallet.seed`. */
const GROUPS = ["chain", "database", "fork", "logging", "miner", "server", "wallet"] as const;
const GROUP = new RegExp(`^(${GROUPS.join("|")})\\.`);

/** The option with a name or one of its spellings, in any of ganache's groups or in none. */
export function findOption(name: string): ChainOption | undefined {
  return byLetters.get(lettersOf(name)) ?? byLetters.get(lettersOf(name.replace(GROUP, "")));
}

/** An option of the library with the command's flags for it, as both use it: `chainId (--chain-id)`. */
export function withFlags(field: string): string {
  const flags = OPTIONS.filter((option) => option.field === field).map(({ name }) => `--${name}`);
  return flags.length === 0 ? field : `${field} (${flags.join(", ")})`;
}

export function optionNames(): readonly string[] {
  return OPTIONS.flatMap(({ name, spellings = [] }) => [name, ...spellings]);
}

const AT_ONCE =
  "every transaction is mined at once, unless you set a block time or mine on request";

/** Options of ganache that are not available, and why. */
export const REFUSED_OPTIONS: Readonly<Record<string, string>> = {
  callGasLimit: "a call gets the block gas limit",
  defaultTransactionGasLimit: "a transaction without gas gets an estimate",
  allowUnlimitedInitCodeSize: "only allowUnlimitedContractSize can be lifted",
  asyncRequestProcessing: "requests are handled one at a time, in order",
  disk: "db is the folder to persist the chain in",
  flavor: "only Ethereum is supported",
  forkCacheSize: "the size of a fork's cache cannot be limited",
  instamine: AT_ONCE,
  legacyInstamine: AT_ONCE,
  logger: "there is one log, and verbose turns it on",
  passphrase: "accounts have no passphrase; use secure and unlock",
  priceBump: "a replacement transaction must pay at least 10% more",
  rpcEndpoint: "JSON-RPC is served at every path",
  ws: "WebSockets are always served, on the same port",
  wsBinary: "WebSockets answer in text",
};

/** Why an option of ganache is not available; undefined for an unknown name. */
export function refusalOf(name: string): string | undefined {
  const letters = lettersOf(name.replace(/^.*\./, ""));
  return Object.entries(REFUSED_OPTIONS).find(([own]) => lettersOf(own) === letters)?.[1];
}

/** Options that exclude each other, and why. */
const CONTRADICTIONS: readonly (readonly [ChainOptionName, ChainOptionName, string])[] = [
  ["mnemonic", "deterministic", "one uses your own accounts, the other the public ones"],
  ["seed", "deterministic", "one uses accounts of your own seed, the other the public ones"],
  ["seed", "mnemonic", "each makes the accounts"],
  ["account", "mnemonic", "one lists the accounts, the other makes them"],
  ["account", "seed", "one lists the accounts, the other makes them"],
  ["account", "accounts", "one lists the accounts, the other counts those of a mnemonic"],
  ["block-time", "no-mining", "one mines at an interval, the other only on request"],
  ["quiet", "verbose", "one prints less, the other more"],
  [
    "db",
    "fork-url",
    "a persisted chain cannot depend on a node that may be gone at the next start",
  ],
  ["db", "load-state", "a persisted chain resumes its own state"],
  ["db", "dump-state", "a persisted chain has its state in its folder"],
  ["fork-url", "load-state", "each brings the state"],
  ["fork-url", "dump-state", "what a chain has beside its transactions is not known"],
];

/**
 * @param given the options, each as the user named it
 * @throws UsageError for options that exclude each other
 */
export function refuseContradictions(given: ReadonlyMap<string, string>): void {
  for (const [one, other, why] of CONTRADICTIONS) {
    if (given.has(one) && given.has(other)) {
      throw new UsageError(
        `${given.get(one)} and ${given.get(other)} cannot be combined: ${why}. Use one of them.`,
      );
    }
  }
  if (given.has("fork-block") && !given.has("fork-url")) {
    throw new UsageError(`${given.get("fork-block")} needs a chain to fork. Add --fork-url.`);
  }
}

/** Settings under construction. */
export type Draft = { -readonly [Field in keyof TestChainOptions]?: unknown };

/**
 * Adds the value of an option.
 * @param as the option as the user named it
 * @throws UsageError if the value is invalid, or another one than an option with the same effect has
 */
export function setOption(draft: Draft, option: ChainOption, value: unknown, as: string): void {
  const { field, read = option.value === undefined ? flag : text } = option;
  if (field === undefined) return;
  const before = draft[field];
  const own = read(value, as);
  if (before === undefined || before === own) {
    draft[field] = own;
    return;
  }
  const isMore = isObject(before) && isObject(own);
  if (!isMore || Object.keys(own).some((name) => (before[name] ?? own[name]) !== own[name])) {
    throw new UsageError(`${as} contradicts another option. Give one of them.`);
  }
  draft[field] = { ...before, ...own };
}

/**
 * Converts options of the library to ours, and rejects unknown ones: a misspelled option would otherwise be ignored
 * silently.
 * @throws UsageError with a suggestion, or why an option of ganache is not available
 */
export function knownOptions(asked: TestChainOptions & GanacheOptions): TestChainOptions {
  const found = [...foundIn(asked)];
  const given = found.filter(({ option, value }) => option.field !== undefined && value !== false);
  refuseContradictions(new Map(given.map(({ option, as }) => [option.name, as])));
  const draft: Draft = {};
  for (const { option, value, as } of found) setOption(draft, option, value, as);
  return draft as TestChainOptions;
}

interface Found {
  readonly option: ChainOption;
  readonly value: unknown;
  readonly as: string;
}

/** The options of an object and of ganache's groups in it. */
function* foundIn(options: object, prefix = ""): Generator<Found> {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    const as = `${prefix}${name}`;
    const isGroup = GROUPS.some((group) => group === as) && isObject(value);
    if (isGroup) yield* foundIn(value, `${name}.`);
    else yield { as, ...optionOf(as, value) };
  }
}

function optionOf(as: string, value: unknown): Omit<Found, "as"> {
  if (FIELDS.includes(as)) return { option: ownOption(as, value), value };
  const option = findOption(as);
  if (option === undefined) {
    const opposite = findOption(as.replace(/[^.]*$/, (name) => `no-${name}`));
    if (opposite === undefined) throw unknownOption(as);
    return { option: opposite, value: !flag(value, as) };
  }
  if (option.field !== undefined || option.value === undefined) return { option, value };
  throw new UsageError(`Only the command has the option ${JSON.stringify(as)}. Omit it here.`);
}

/** Options under the library's own names whose values Hardhat does not check. */
const READERS: Readonly<Record<string, OptionReader<unknown>>> = {
  ...{ arcVersion: text, customAbis: text, projectRoot: text },
  ...{ accounts, demo: flag, secure: flag, mining },
};

/** An option under the library's own name, as the command's option that sets the same. */
function ownOption(field: string, value: unknown): ChainOption {
  let name = OPTIONS.find((option) => camelCase(option.name) === field)?.name ?? field;
  if (field === "forking" && !(isObject(value) && value.enabled === false)) name = "fork-url";
  if (Array.isArray(value) && field === "accounts") name = "account";
  if (isObject(value) && value.mnemonic !== undefined) name = "mnemonic";
  const isOwn = field !== "accounts" || name === "account";
  const read = (isOwn && READERS[field]) || ((own: unknown) => own);
  return { name, description: "", field: field as keyof TestChainOptions, read };
}

function unknownOption(name: string): UsageError {
  const reason = refusalOf(name);
  if (reason !== undefined) {
    return new UsageError(`The test chain has no option ${JSON.stringify(name)}: ${reason}.`);
  }
  const shown = JSON.stringify(name.slice(0, 60));
  const advice = suggestion(name, FIELDS, "The options are");
  return new UsageError(`Unknown option ${shown} of the test chain. ${advice}`);
}
