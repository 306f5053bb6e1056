import { UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";
import type { TestChainOptions } from "./options.js";

/** Accounts in Hardhat's format: derived from a mnemonic. */
interface Derived {
  mnemonic?: string;
  count?: number;
  accountsBalance?: bigint;
  path?: string;
}

/** Settings under construction. */
interface Draft {
  readonly settings: Record<string, unknown>;
  readonly accounts: Derived;
  readonly forking: { url?: string; blockNumber?: number };
}

type Take = (draft: Draft, value: unknown, name: string) => void;

/** Sets an option of ours. */
function to(
  option: keyof TestChainOptions,
  convert: (value: unknown, name: string) => unknown,
): Take {
  return ({ settings }, value, name) => {
    settings[option] = convert(value, name);
  };
}

const url: Take = ({ forking }, value, name) => {
  if (typeof value !== "string") throw wrong(name, value, "the URL of a node");
  // ganache appends the block to the URL. An @ before a slash belongs to a password.
  const [, before, number] = /^(.+)@(\d+)$/.exec(value) ?? [];
  forking.url = before ?? value;
  if (number !== undefined) forking.blockNumber = Number(number);
};

const block: Take = ({ forking }, value, name) => {
  forking.blockNumber = whole(value, name);
};

const account = (take: (accounts: Derived, value: unknown, name: string) => void): Take => {
  return ({ accounts }, value, name) => take(accounts, value, name);
};

/** Options that ganache names differently than Hardhat: in versions 2 and 6, and in the groups of version 7. */
const TAKEN = new Map<string, Take>(
  (
    [
      [
        ["mnemonic", "wallet.mnemonic"],
        account((own, value, name) => (own.mnemonic = words(value, name))),
      ],
      [
        ["total_accounts", "totalAccounts", "wallet.totalAccounts"],
        account((own, value, name) => (own.count = whole(value, name))),
      ],
      [
        ["default_balance_ether", "defaultBalanceEther", "wallet.defaultBalance"],
        account((own, value, name) => (own.accountsBalance = ether(value, name))),
      ],
      [
        ["hd_path", "hdPath", "wallet.hdPath"],
        account((own, value, name) => (own.path = text(value, name))),
      ],
      [["gasLimit", "miner.blockGasLimit"], to("blockGasLimit", whole)],
      [["miner.defaultGasPrice"], to("gasPrice", wei)],
      [["network_id", "chain.networkId"], to("networkId", whole)],
      [["_chainId", "_chainIdRpc", "chain.chainId"], to("chainId", whole)],
      [["chain.hardfork"], to("hardfork", text)],
      [["db_path", "dbPath", "database.dbPath"], to("db", text)],
      [["blockTime", "miner.blockTime"], to("mining", interval)],
      [["time", "chain.time"], to("initialDate", date)],
      [["chain.allowUnlimitedContractSize"], to("allowUnlimitedContractSize", flag)],
      [
        ["vmErrorsOnRPCResponse", "chain.vmErrorsOnRPCResponse"],
        to("throwOnTransactionFailures", flag),
      ],
      [["unlocked_accounts", "unlockedAccounts", "wallet.unlockedAccounts"], to("unlock", list)],
      [["secure", "locked", "wallet.lock"], to("secure", flag)],
      [["verbose", "logging.verbose"], to("loggingEnabled", flag)],
      [["hostname", "server.host"], to("host", text)],
      [["server.port"], to("port", whole)],
      [["fork", "fork.url"], url],
      [["fork_block_number", "forkBlockNumber", "fork.blockNumber"], block],
      [["seed", "wallet.seed"], to("seed", (value) => String(value))],
      // Ignored: the accounts are the same at every start anyway, and nothing is printed.
      [["deterministic", "wallet.deterministic", "quiet", "logging.quiet"], () => {}],
    ] as const
  ).flatMap(([names, take]) => names.map((name) => [name, take] as const)),
);

/** Option groups of ganache 7, as in `wallet.seed`. */
const GROUPS = ["chain", "database", "fork", "logging", "miner", "server", "wallet"];

/**
 * Converts ganache's options to ours; others stay as they are.
 * @throws UsageError if one has an invalid value
 */
export function withoutGanacheNames(options: object): Record<string, unknown> {
  const draft: Draft = { settings: {}, accounts: {}, forking: {} };
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value !== undefined) takeOne(draft, name, value);
  }
  const { settings, accounts, forking } = draft;
  if (Object.keys(accounts).length > 0) {
    if (Array.isArray(settings.accounts)) {
      throw new UsageError(
        "accounts lists every account. Pass either a list, or a mnemonic and a number.",
      );
    }
    settings.accounts = { ...(settings.accounts as object | undefined), ...accounts };
  }
  if (Object.keys(forking).length > 0) settings.forking = forking;
  return settings;
}

function takeOne(draft: Draft, name: string, value: unknown): void {
  const isGroup = GROUPS.includes(name) && typeof value === "object" && value !== null;
  if (isGroup) {
    for (const [inner, own] of Object.entries(value) as [string, unknown][]) {
      if (own !== undefined) takeOne(draft, `${name}.${inner}`, own);
    }
    return;
  }
  const take = TAKEN.get(name);
  if (take !== undefined) take(draft, value, name);
  else draft.settings[name] = name === "accounts" ? accountsOf(value) : value;
}

/** Converts ganache's `{ secretKey, balance }`; Hardhat's `{ privateKey, balance }` stays as it is. */
function accountsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return (value as { secretKey?: unknown; balance?: unknown }[]).map((own) =>
    typeof own?.secretKey === "string"
      ? { privateKey: own.secretKey, balance: wei(own.balance ?? 0, "accounts[].balance") }
      : own,
  );
}

function text(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(name, value, "a string");
}

/** Errors do not contain a mnemonic. */
function words(value: unknown, name: string): string {
  if (typeof value === "string") return value.trim().split(/\s+/).join(" ");
  throw new UsageError(`${name} is not a string.`);
}

function flag(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw wrong(name, value, "true or false");
}

function list(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  throw wrong(name, value, "a list of addresses or account indexes");
}

function whole(value: unknown, name: string): number {
  const number =
    typeof value === "string" && /^(\d+|0x[0-9a-f]+)$/i.test(value) ? Number(value) : value;
  if (typeof number === "bigint" && number >= 0n) return Number(number);
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw wrong(name, value, "a whole number of 0 or more");
}

function wei(value: unknown, name: string): bigint {
  if (typeof value === "bigint" && value >= 0n) return value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value))
    return BigInt(value);
  throw wrong(name, value, "a whole number of wei");
}

function ether(value: unknown, name: string): bigint {
  const [, units, fraction = ""] = /^(\d{1,50})(?:\.(\d{1,18}))?$/.exec(String(value)) ?? [];
  if (units === undefined) throw wrong(name, value, "an amount of ether");
  return BigInt(units) * 10n ** 18n + BigInt(fraction.padEnd(18, "0"));
}

/** Seconds between blocks; 0 mines a block for each transaction. */
function interval(value: unknown, name: string): object | undefined {
  const seconds = Number(value);
  if (!(seconds >= 0 && seconds < 1e7)) throw wrong(name, value, "a number of seconds");
  return seconds === 0 ? undefined : { auto: false, interval: Math.round(seconds * 1000) };
}

function date(value: unknown, name: string): Date {
  const moment = value instanceof Date ? value : new Date(value as string | number);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw wrong(
    name,
    value,
    "a Date, a string such as 2026-01-31T12:00:00Z, or milliseconds since 1970",
  );
}

function wrong(name: string, value: unknown, wanted: string): UsageError {
  return new UsageError(`${name} is ${typed(String(value))}. It must be ${wanted}.`);
}
