import { plural } from "./words.js";

/** From a million on, in steps of a thousand; larger numbers become a power of ten. */
const SCALES = ["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"];
const LONGEST_PLAIN = 6;
/** Of an amount that is spoken. */
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
  const one = 10n ** BigInt(unit);
  const fraction = (wei % one)
    .toString()
    .padStart(unit, "0")
    .slice(unit === 0 ? 1 : 0);
  const kept = fraction.slice(0, decimals).replace(/0+$/, "");
  const whole = (wei / one).toLocaleString("en");
  return {
    number: kept === "" ? whole : `${whole}.${kept}`,
    exact: /^0*$/.test(fraction.slice(decimals)),
  };
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
  const whole = wei / 10n ** BigInt(unit);
  if (whole.toString().length <= LONGEST_PLAIN) {
    return `${exact ? "" : "about "}${number} ${number === "1" ? plural(1, noun, nouns) : nouns}`;
  }
  const said = sayNumber(whole);
  const isExact = wei % 10n ** BigInt(unit) === 0n || said.startsWith("about ");
  return `${isExact ? "" : "about "}${said} ${nouns}`;
}

/** A whole number as one says it: up to six digits unchanged, then "about 1.23 million". */
export function sayNumber(value: bigint): string {
  const digits = value.toString();
  if (digits.length <= LONGEST_PLAIN) return digits;
  const scale = Math.floor((digits.length - 1) / 3) - 2;
  const name = SCALES[scale];
  if (name === undefined) return sayPower(digits);
  const unit = 10n ** BigInt(3 * (scale + 2));
  const hundredths = (value * 100n + unit / 2n) / unit;
  // Rounding may reach the next scale: 999,999,999 is about a billion.
  if (hundredths >= 100_000n) return `about ${sayNumber(1000n * unit)}`;
  const exact = hundredths * unit === value * 100n;
  return `${exact ? "" : "about "}${Number(hundredths) / 100} ${name}`;
}

function sayPower(digits: string): string {
  const exponent = digits.length - 1;
  const hundredths = Math.round(Number(digits.slice(0, 4)) / 10);
  return hundredths >= 1000
    ? `about ten to the power of ${exponent + 1}`
    : `about ${hundredths / 100} times ten to the power of ${exponent}`;
}
