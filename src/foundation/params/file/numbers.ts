import { UINT256_LIMIT } from "../../arc/number-limits.js";
import { decimal } from "../../support/decimal.js";
import type { Numeric } from "./migration-parameters.js";

/** A number as written: `digits / 10 ** scale`, with the smallest possible scale. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** An invalid value: what is wrong with it and, if it differs from the field's own text, what is expected. */
export class ValueProblem extends Error {
  readonly wanted: string | undefined;

  constructor(message: string, wanted?: string) {
    super(message);
    this.wanted = wanted;
  }
}

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const HEX = /^0x[0-9a-fA-F]+$/;

/** Limit for texts and exponents. Longer ones have no use (2^256 has 78 digits) and would take time. */
const MAX_LENGTH = 256;

/**
 * Converts an amount to units of `10 ** decimals`, without floating point: 0.1 with 18 decimals is 10^17.
 * @throws ValueProblem for anything that is not a number, is negative, has more decimals, or exceeds uint256
 */
export function toUnits(value: Numeric, decimals: number): bigint {
  const { digits, scale } = decimalOf(value);
  if (digits < 0n) throw new ValueProblem("an amount cannot be negative");
  if (scale > decimals) throw new ValueProblem(`it has ${scale} decimals, more than ${decimals}`);
  const units = digits * 10n ** BigInt(decimals - scale);
  if (units >= UINT256_LIMIT) throw new ValueProblem("it is too large for a uint256");
  return units;
}

/** The reverse for 18 decimals, as people write it: 1.5, and 2 instead of 2.0. */
export function toWhole(wei: bigint | string): string {
  return decimal(BigInt(wei), 18);
}

/** A whole number as a number if that is exact, otherwise as text. Any other text is unchanged. */
export function wholeNumber(text: string): number | string {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/**
 * Parses a whole number; text may be decimal, or hex with 0x.
 * @throws ValueProblem for anything else
 */
export function toInteger(value: Numeric): bigint {
  if (typeof value === "string" && HEX.test(value) && value.length <= MAX_LENGTH) {
    return BigInt(value);
  }
  const { digits, scale } = decimalOf(value);
  if (scale > 0) throw new ValueProblem("it is not a whole number");
  return digits;
}

/** Parses a whole number from 0 to 2^256 - 1. */
export function toUint256(value: Numeric): bigint {
  const integer = toInteger(value);
  if (integer < 0n) throw new ValueProblem("it cannot be negative");
  if (integer >= UINT256_LIMIT) throw new ValueProblem("it is too large for a uint256");
  return integer;
}

/** Parses a list index, which starts at 0. */
export function toIndex(value: Numeric): number {
  const integer = toUint256(value);
  if (integer > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ValueProblem("it is too large for an index");
  }
  return Number(integer);
}

/**
 * Converts a JSON number literal without losing digits: to a number if its decimal form is exact, otherwise to a
 * bigint, or to text if it has a fraction.
 */
export function exactNumber(source: string, value: number): Numeric {
  let written: Decimal;
  try {
    written = parseDecimal(source);
  } catch {
    return value;
  }
  if (Number.isFinite(value)) {
    const kept = parseDecimal(String(value));
    if (kept.digits === written.digits && kept.scale === written.scale) return value;
  }
  return written.scale === 0 ? written.digits : source;
}

function decimalOf(value: Numeric): Decimal {
  if (typeof value === "bigint") return { digits: value, scale: 0 };
  return typeof value === "number" ? decimalOfNumber(value) : parseDecimal(value);
}

function decimalOfNumber(value: number): Decimal {
  // Refuses NaN and Infinity, too, whose text is not a number.
  const decimal = parseDecimal(String(value));
  // A double keeps every decimal of up to 15 digits, so 1e21 is exact. Above 2^53, further digits come from rounding.
  const significant = String(decimal.digits).replace("-", "").replace(/0+$/, "");
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && significant.length > 15) {
    throw new ValueProblem(
      "a JavaScript number of this size loses digits",
      "the number as a string in quotes, or as a bigint",
    );
  }
  return decimal;
}

function parseDecimal(text: string): Decimal {
  const match = DECIMAL.exec(text);
  if (match === null || text.length > MAX_LENGTH) throw new ValueProblem("it is not a number");
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") throw new ValueProblem("it is not a number");
  const power = Number(exponent);
  if (Math.abs(power) > MAX_LENGTH) throw new ValueProblem("its exponent is out of range");
  let digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  let scale = fraction.length - power;
  if (scale < 0) digits *= 10n ** BigInt(-scale);
  for (; scale > 0 && digits % 10n === 0n; scale--) digits /= 10n;
  return { digits, scale: Math.max(scale, 0) };
}
