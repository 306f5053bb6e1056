const WEI_DIGITS = 18;
/** From a million on, in steps of a thousand; larger numbers become a power of ten. */
const SCALES = ["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"];
const LONGEST_PLAIN = 6;

/** "1234567" as "1,234,567". */
function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * An amount of wei as a number of tokens, with commas and at most `decimals` digits after the point.
 * @returns the number, and whether digits were left out
 */
export function weiToTokens(wei: bigint, decimals: number): { number: string; exact: boolean } {
  const unit = 10n ** BigInt(WEI_DIGITS);
  const fraction = (wei % unit).toString().padStart(WEI_DIGITS, "0");
  const kept = fraction.slice(0, decimals).replace(/0+$/, "");
  const whole = groupDigits((wei / unit).toString());
  return {
    number: kept === "" ? whole : `${whole}.${kept}`,
    exact: /^0*$/.test(fraction.slice(decimals)),
  };
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
  return `${exact ? "" : "about "}${decimal(hundredths)} ${name}`;
}

function sayPower(digits: string): string {
  const exponent = digits.length - 1;
  const hundredths = (BigInt(digits.slice(0, 4)) + 5n) / 10n;
  return hundredths >= 1000n
    ? `about ten to the power of ${exponent + 1}`
    : `about ${decimal(hundredths)} times ten to the power of ${exponent}`;
}

function decimal(hundredths: bigint): string {
  const fraction = (hundredths % 100n).toString().padStart(2, "0").replace(/0+$/, "");
  return `${hundredths / 100n}${fraction === "" ? "" : `.${fraction}`}`;
}
