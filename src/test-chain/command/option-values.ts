import { wrongValue } from "../../foundation/support/command-line.js";
import { UsageError } from "../../foundation/support/errors.js";
import { nearest } from "../../foundation/support/nearest.js";
import { typed } from "../../foundation/support/secrets.js";

/**
 * Reads the value of an option: text from a command line or the environment, anything from a program. An empty text
 * never comes from the former.
 * @param as the option as the user named it, for errors
 * @throws UsageError with the option, its value and what is expected
 */
export type OptionReader<Value> = (value: unknown, as: string) => Value;

function wrong(as: string, value: unknown, wanted: string): UsageError {
  return wrongValue(as, String(value), wanted);
}

export function part<Name extends string, Value>(
  name: Name,
  read: OptionReader<Value>,
): OptionReader<{ readonly [Field in Name]: Value }> {
  return (value, as) => ({ [name]: read(value, as) }) as { readonly [Field in Name]: Value };
}

export const text: OptionReader<string> = (value, as) => {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value !== "") return value;
  throw wrong(as, value, "a string");
};

/** A mnemonic. Errors do not contain it. */
export const words: OptionReader<string> = (value, as) => {
  if (typeof value === "string") return value.trim().split(/\s+/).join(" ");
  throw new UsageError(`${as} is not a string.`);
};

export const flag: OptionReader<boolean> = (value, as) => {
  if (typeof value === "boolean") return value;
  throw wrong(as, value, "true or false");
};

export const not: OptionReader<boolean> = (value, as) => !flag(value, as);

/** Hardhat's setting of how a chain mines. */
export const mining: OptionReader<object> = (value, as) => {
  const { auto = true, interval = 0 } = Object(value) as Readonly<Record<string, unknown>>;
  const isTime = (time: unknown) => Number.isSafeInteger(time) && Number(time) >= 0;
  const isInterval = isTime(interval) || (Array.isArray(interval) && interval.every(isTime));
  if (typeof value === "object" && typeof auto === "boolean" && isInterval) return value!;
  const found = typeof value === "object" ? JSON.stringify(value) : value;
  throw wrong(as, found, "an object such as { auto: false, interval: 5000 }");
};

/** Values that are given several times, or separated by commas or spaces. */
export const list: OptionReader<readonly string[]> = (value, as) => {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "string") return value.split(/[\s,]+/).filter((own) => own !== "");
  throw wrong(as, value, "a list");
};

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): OptionReader<number> {
  return (value, as) => {
    const isText = typeof value === "string" && /^(\d+|0x[0-9a-f]+)$/i.test(value);
    const number = isText || typeof value === "bigint" ? Number(value) : value;
    if (Number.isSafeInteger(number) && Number(number) >= least && Number(number) <= most) {
      return Number(number);
    }
    throw wrong(as, value, `a whole number from ${least} to ${most}`);
  };
}

export const wei: OptionReader<bigint> = (value, as) => {
  const isText = typeof value === "string" && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  const isNumber = typeof value === "bigint" || Number.isSafeInteger(value);
  if (isText || (isNumber && Number(value) >= 0)) return BigInt(value as string | number | bigint);
  throw wrong(as, value, "a whole number of wei, such as 20000000000 for 20 gwei");
};

/** Converts to wei. Does not use ethers, which takes as long to load as a migration. */
export const ether: OptionReader<bigint> = (value, as) => {
  const [, units, decimals = ""] = /^(\d{1,50})(?:\.(\d{1,18}))?$/.exec(String(value)) ?? [];
  if (units !== undefined) return BigInt(`${units}${decimals.padEnd(18, "0")}`);
  throw wrong(as, value, "an amount of ether of 0 or more, such as 1000 or 0.5");
};

/** A date, or milliseconds since 1970. */
export const date: OptionReader<Date> = (value, as) => {
  const isCount = /^\d{1,15}$/.test(String(value));
  const moment = new Date(isCount ? Number(value) : (value as Date | string | number));
  if (moment.getTime() >= 0) return moment;
  throw wrong(as, value, "a date such as 2026-01-31T12:00:00Z, or milliseconds since 1970");
};

/** Seconds between blocks; 0 mines a block for each transaction, as in ganache. */
export const blockTime: OptionReader<{ readonly auto: boolean; readonly interval: number }> = (
  value,
  as,
) => {
  const interval = Math.round(Number(value) * 1000);
  const isNumber = /^\d{1,7}(\.\d+)?$/.test(String(value));
  if (isNumber && (interval > 0 || Number(value) === 0)) return { auto: interval === 0, interval };
  throw wrong(as, value, "a number of seconds, such as 2 or 0.5");
};

/** `<key>,<wei>` any number of times, or ganache's list. No error contains a key or a balance. */
export const accounts: OptionReader<readonly unknown[]> = (value, as) => {
  if (Array.isArray(value)) return value.map(ganacheAccount);
  return String(value)
    .split(/\s+/)
    .map((given) => {
      const [, privateKey, balance] =
        /^(0x[0-9a-f]{64}),(\d{1,78}|0x[0-9a-f]{1,64})$/i.exec(given) ?? [];
      if (privateKey && balance) return { privateKey, balance: BigInt(balance) };
      throw new UsageError(
        `${as} is not a private key and a balance. It must be 0x and 64 hex digits, a comma, and a whole number of wei.`,
      );
    });
};

/** Converts ganache's `{ secretKey, balance }`; Hardhat's `{ privateKey, balance }` stays as it is. */
function ganacheAccount(account: unknown): unknown {
  const { secretKey, balance } = (account ?? {}) as Record<string, unknown>;
  if (typeof secretKey !== "string") return account;
  return { privateKey: secretKey, balance: wei(balance ?? 0, "accounts[].balance") };
}

/** ganache accepts a path with a slash at the end. */
export const derivationPath: OptionReader<string> = (value, as) => {
  const path = String(value).replace(/\/$/, "");
  if (/^m(\/\d{1,9}'?)+$/.test(path)) return path;
  throw wrong(as, value, "a derivation path such as m/44'/60'/0'/0");
};

/** From the oldest to the newest. */
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
];
/** Names that other nodes use. */
const HARDFORK_SYNONYMS: Readonly<Record<string, string>> = { paris: "merge", latest: "osaka" };

export const hardfork: OptionReader<string> = (value, as) => {
  const given = String(value);
  const wanted = HARDFORK_SYNONYMS[given.toLowerCase()] ?? given;
  const found = HARDFORKS.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const [closest] = nearest(wanted, HARDFORKS, 1);
  const suggestion = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw new UsageError(
    `${as} ${typed(given)} is unknown.${suggestion} Supported: ${HARDFORKS.join(", ")}.`,
  );
};

/** The URL of a node, and a block after an @, as in ganache. An @ before a slash belongs to a password. */
export const fork: OptionReader<{ readonly url: string; readonly blockNumber?: number }> = (
  value,
  as,
) => {
  const given = String(value);
  const [, before, block] = /^(.+)@(\d+)$/.exec(given) ?? [];
  const url = before ?? given;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) {
    return block === undefined ? { url } : { url, blockNumber: Number(block) };
  }
  // The error leaves out the URL because it may contain a provider's key.
  throw new UsageError(`${as} is not the URL of a node. It must begin with http:// or https://.`);
};
