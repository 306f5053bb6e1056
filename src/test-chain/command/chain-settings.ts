import { resolve } from "node:path";

import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { wrongValue } from "../../support/command-line.js";
import { nearest } from "../../support/nearest.js";
import type { TestChainContents, TestChainNetwork } from "../options.js";
import type { ServeOptions } from "./serve.js";
import type { ChainOptionName, RawChainOptions } from "./chain-options.js";
import { UsageError } from "../../support/errors.js";
import { typed as shown } from "../../support/secrets.js";

const HARDFORKS = [
  "constantinople",
  "petersburg",
  "istanbul",
  "muirGlacier",
  "berlin",
  "london",
  "arrowGlacier",
  "grayGlacier",
  "merge",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
] as const;
/** Names that other nodes use. */
const HARDFORK_SYNONYMS: Readonly<Record<string, string>> = { paris: "merge", latest: "osaka" };

/** Deriving more would take minutes. */
const MOST_ACCOUNTS = 10_000;
const MEM_NOTE = "--mem has no effect: the chain is in memory, unless --db is given.";
/** Hardhat's initial base fee, in wei. */
const USUAL_BASE_FEE = 1_000_000_000n;

/**
 * Converts the options' texts to settings.
 * @param contents defaults for options that are not given
 * @throws UsageError with the option, its value and what is expected
 */
export function chainSettings(
  raw: RawChainOptions,
  contents: TestChainContents = {},
): ServeOptions {
  return {
    chain: { ...contents, ...contentsOf(raw), ...networkSettings(raw) },
    beforeNew: async () => await requireValid(mnemonicOf(raw)),
    host: text(raw, "host"),
    port: whole(raw, "port", 0, 65_535),
    output: resolve(text(raw, "output") ?? "migration.json"),
    quiet: raw.quiet === true,
    verbose: raw.verbose === true || raw.debug === true,
    accountKeys: path(raw, "account-keys"),
    notes: raw.mem === true ? [MEM_NOTE] : [],
  };
}

function contentsOf(raw: RawChainOptions): TestChainContents {
  const [arcVersion, params, customAbis, db] = (
    ["arc-version", "params", "custom-abis", "db"] as const
  ).map((name) => text(raw, name));
  return {
    ...(arcVersion !== undefined && { arcVersion }),
    ...(params !== undefined && { params: resolve(params) }),
    ...(customAbis !== undefined && { customAbis: resolve(customAbis) }),
    ...(db !== undefined && { db: resolve(db) }),
    ...(raw["no-demo"] === true && { demo: false }),
    ...servingOf(raw),
  };
}

/** Which accounts the chain signs for, and how it treats connections. */
function servingOf(raw: RawChainOptions): Partial<TestChainContents> {
  const seed = text(raw, "seed");
  const unlock = listOf(raw, "unlock");
  const allowOrigin = listOf(raw, "allow-origin");
  const allowHost = listOf(raw, "allow-host");
  const keepAliveTimeout = whole(raw, "keep-alive-timeout", 0, 2 ** 31 - 1);
  return {
    ...(seed !== undefined && { seed }),
    ...(unlock !== undefined && { unlock }),
    ...(allowOrigin !== undefined && { allowOrigin }),
    ...(allowHost !== undefined && { allowHost }),
    ...(raw.secure === true && { secure: true }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
  };
}

function networkSettings(raw: RawChainOptions): TestChainNetwork {
  const accounts = accountsOf(raw);
  const chainId = whole(raw, "chain-id", 1);
  const networkId = whole(raw, "network-id", 1) ?? chainId;
  const gasLimit = whole(raw, "gas-limit", 1);
  const gasPrice = wei(raw, "gas-price");
  const hardfork = hardforkOf(text(raw, "hardfork"));
  const mining = miningOf(raw);
  const forking = forkingOf(raw);
  const initialDate = timeOf(raw);
  return {
    ...(accounts !== undefined && { accounts }),
    ...(chainId !== undefined && { chainId }),
    ...(networkId !== undefined && { networkId }),
    ...(gasLimit !== undefined && { blockGasLimit: gasLimit }),
    ...(gasPrice !== undefined && {
      gasPrice,
      initialBaseFeePerGas: gasPrice < USUAL_BASE_FEE ? gasPrice : USUAL_BASE_FEE,
    }),
    ...(hardfork !== undefined && { hardfork }),
    ...(mining !== undefined && { mining }),
    ...(forking !== undefined && { forking }),
    ...(initialDate !== undefined && { initialDate }),
    ...(raw["allow-unlimited-contract-size"] === true && { allowUnlimitedContractSize: true }),
    ...(raw["no-vm-errors"] === true && { throwOnTransactionFailures: false }),
  };
}

/** A date, or milliseconds since 1970. */
function timeOf(raw: RawChainOptions): Date | undefined {
  const given = text(raw, "time");
  if (given === undefined) return undefined;
  const date = new Date(/^\d{1,15}$/.test(given) ? Number(given) : given);
  if (!Number.isNaN(date.getTime()) && date.getTime() >= 0) return date;
  throw wrong("time", given, "a date such as 2026-01-31T12:00:00Z, or milliseconds since 1970");
}

function accountsOf(raw: RawChainOptions): EdrNetworkUserConfig["accounts"] {
  const listed = text(raw, "account");
  if (listed !== undefined) return listed.split(/\s+/).map(listedAccount);
  const path = text(raw, "hd-path");
  const mnemonic = mnemonicOf(raw);
  const count = whole(raw, "accounts", 1, MOST_ACCOUNTS);
  const balance = text(raw, "balance");
  if ([mnemonic, count, balance, path].every((value) => value === undefined)) return undefined;
  return {
    ...(mnemonic !== undefined && { mnemonic }),
    ...(count !== undefined && { count }),
    ...(path !== undefined && { path: derivationPath(path) }),
    ...(balance !== undefined && { accountsBalance: ether(balance) }),
  };
}

function mnemonicOf(raw: RawChainOptions): string | undefined {
  return text(raw, "mnemonic")?.trim().split(/\s+/).join(" ");
}

/** @throws UsageError */
async function requireValid(mnemonic: string | undefined): Promise<void> {
  if (mnemonic === undefined) return;
  // Loaded only here, because that takes as long as the migration.
  const { Mnemonic } = await import("ethers");
  if (Mnemonic.isValidMnemonic(mnemonic)) return;
  throw new UsageError(
    "--mnemonic is not valid. It must have 12, 15, 18, 21 or 24 words of the English BIP-39 list, and the last word " +
      "contains a checksum. Check for a wrong word, and put all words in quotes.",
  );
}

/** Converts to wei. Does not use ethers, which takes as long to load as a migration. */
function ether(balance: string): bigint {
  const [, whole, decimals = ""] = /^(\d{1,50})(?:\.(\d{1,18}))?$/.exec(balance) ?? [];
  if (whole !== undefined) return BigInt(`${whole}${decimals.padEnd(18, "0")}`);
  throw wrong("balance", balance, "an amount of ether of 0 or more, such as 1000 or 0.5");
}

/** Parses `<key>,<wei>`; no error contains either. */
function listedAccount(given: string): { privateKey: string; balance: bigint } {
  const [, privateKey, balance] =
    /^(0x[0-9a-f]{64}),(\d{1,78}|0x[0-9a-f]{1,64})$/i.exec(given) ?? [];
  if (privateKey !== undefined && balance !== undefined) {
    return { privateKey, balance: BigInt(balance) };
  }
  throw new UsageError(
    "--account is not a private key and a balance. It must be 0x and 64 hex digits, a comma, and a whole number of wei.",
  );
}

/** ganache accepts a path with a slash at the end. */
function derivationPath(given: string): string {
  const trimmed = given.replace(/\/$/, "");
  if (/^m(\/\d{1,10}'?)+$/.test(trimmed)) return trimmed;
  throw wrong("hd-path", given, "a derivation path such as m/44'/60'/0'/0");
}

function miningOf(raw: RawChainOptions): EdrNetworkUserConfig["mining"] {
  if (raw["no-mining"] === true) return { auto: false };
  const seconds = text(raw, "block-time");
  if (seconds === undefined) return undefined;
  const interval = Math.round(Number(seconds) * 1000);
  if (!/^\d{1,7}(\.\d+)?$/.test(seconds) || interval < 1) {
    throw wrong("block-time", seconds, "a number of seconds above 0, such as 2 or 0.5");
  }
  return { auto: false, interval };
}

function hardforkOf(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const wanted = HARDFORK_SYNONYMS[typed.toLowerCase()] ?? typed;
  const hardfork = HARDFORKS.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (hardfork !== undefined) return hardfork;
  const [closest] = nearest(wanted, HARDFORKS, 1);
  throw new UsageError(
    `--hardfork ${shown(typed)} is unknown.` +
      (closest === undefined ? "" : ` Did you mean ${closest}?`) +
      ` Supported: ${HARDFORKS.join(", ")}.`,
  );
}

function forkingOf(raw: RawChainOptions): EdrNetworkUserConfig["forking"] {
  const typed = text(raw, "fork-url");
  if (typed === undefined) return undefined;
  // ganache-cli appends the block to the URL. An @ before a slash belongs to a password.
  const parts = /^(.+)@(\d+)$/.exec(typed);
  const url = parts?.[1] ?? typed;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    // The error leaves out the URL because it may contain a provider's key.
    throw new UsageError(
      "--fork-url is not the URL of a node. It must begin with http:// or https://.",
    );
  }
  const named = whole(raw, "fork-block", 0);
  const behind = parts?.[2] === undefined ? undefined : Number(parts[2]);
  if (named !== undefined && behind !== undefined && named !== behind) {
    throw new UsageError(
      `--fork-block is ${named}, but --fork-url ends with block ${behind}. Give one block.`,
    );
  }
  const blockNumber = named ?? behind;
  return { url, ...(blockNumber !== undefined && { blockNumber }) };
}

function text(raw: RawChainOptions, name: ChainOptionName): string | undefined {
  const value = raw[name];
  return value === true ? undefined : value;
}

/** Values that are given several times, or separated by commas or spaces. */
function listOf(raw: RawChainOptions, name: ChainOptionName): readonly string[] | undefined {
  return text(raw, name)
    ?.split(/[\s,]+/)
    .filter((own) => own !== "");
}

function path(raw: RawChainOptions, name: ChainOptionName): string | undefined {
  const given = text(raw, name);
  return given === undefined ? undefined : resolve(given);
}

function whole(
  raw: RawChainOptions,
  name: ChainOptionName,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const typed = text(raw, name);
  if (typed === undefined) return undefined;
  const value = /^(\d+|0x[0-9a-f]+)$/i.test(typed) ? Number(typed) : NaN;
  if (value >= least && value <= most) return value;
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw wrong(name, typed, `a whole number ${range}`);
}

function wei(raw: RawChainOptions, name: ChainOptionName): bigint | undefined {
  const typed = text(raw, name);
  if (typed === undefined) return undefined;
  if (/^(\d{1,30}|0x[0-9a-f]{1,25})$/i.test(typed)) return BigInt(typed);
  throw wrong(name, typed, "a whole number of wei, such as 20000000000 for 20 GWei");
}

function wrong(name: ChainOptionName, typed: string, wanted: string): UsageError {
  return wrongValue(`--${name}`, typed, wanted);
}
