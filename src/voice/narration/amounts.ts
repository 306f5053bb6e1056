import { plural } from "./words.js";

/** From a million on, in steps of a thousand; larger numbers become a power of ten. */
const SCALES = ["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"];
/** What Intl formats without rounding it to a double first. */
type Exact = `${number}`;
const MILLION = 1_000_000n;
/** Decimals of an amount that is spoken. */
const DECIMALS = 4;

/**
 * An amount of wei as a number of tokens, with commas and at most `decimals` digits after the point.
 * @param unit decimals of the token
 * @returns the number, and whether digits were left out
 */
export function weiToTokens(
  wei: bigint,
  decimals: number,
  unit = 18,
): { readonly number: string; readonly exact: boolean } {
  const options = { maximumFractionDigits: decimals, roundingMode: "trunc" } as const;
  const number = new Intl.NumberFormat("en", options).format(`${wei}e-${unit}` as Exact);
  return { number, exact: wei % 10n ** BigInt(Math.max(0, unit - decimals)) === 0n };
}

/**
 * An amount with its noun, as one says it: "no tokens", "about 1 token", "less than 0.0001 tokens",
 * "about 123.46 million tokens".
 * @param noun singular; nothing for what is not counted, such as reputation
 * @param unit decimals of the token
 */
export function sayAmount(wei: bigint, noun: string, unit = 18, nouns = `${noun}s`): string {
  if (wei === 0n) return `no ${nouns}`;
  const { number, exact } = weiToTokens(wei, DECIMALS, unit);
  if (number === "0") return `less than 0.0001 ${nouns}`;
  const one = 10n ** BigInt(unit);
  if (wei < MILLION * one) {
    return `${exact ? "" : "about "}${number} ${number === "1" ? plural(1, noun, nouns) : nouns}`;
  }
  const said = sayNumber(wei / one);
  const isExact = wei % one === 0n || said.startsWith("about ");
  return `${isExact ? "" : "about "}${said} ${nouns}`;
}

/** A whole number as one says it: up to six digits unchanged, then "about 1.23 million". */
export function sayNumber(value: bigint): string {
  if (value < MILLION) return value.toString();
  const rounded = (notation: "engineering" | "scientific"): string[] =>
    new Intl.NumberFormat("en", { notation, maximumFractionDigits: 2 }).format(value).split("E");
  const [number, thousands] = rounded("engineering");
  const scale = SCALES[Number(thousands) / 3 - 2];
  if (scale !== undefined) {
    const isExact =
      BigInt(Math.round(Number(number) * 100)) * 10n ** BigInt(thousands!) === value * 100n;
    return `${isExact ? "" : "about "}${number} ${scale}`;
  }
  const [factor, exponent] = rounded("scientific");
  return `about ${factor === "1" ? "" : `${factor} times `}ten to the power of ${exponent}`;
}
