import { getAddress, hexlify } from "ethers";
import fc from "fast-check";

/** A value as in a file, and its meaning. */
export interface Written<Raw, Meaning> {
  readonly raw: Raw;
  readonly meaning: Meaning;
}

const ETHER = 10n ** 18n;

/** Any address except zero, in one of the three valid spellings. */
export const addressArbitrary: fc.Arbitrary<Written<string, string>> = fc
  .tuple(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(2))
  .filter(([bytes]) => bytes.some((byte) => byte > 0))
  .map(([bytes, spelling]) => {
    const lower = hexlify(bytes);
    const meaning = getAddress(lower);
    const upper = `0x${lower.slice(2).toUpperCase()}`;
    return { raw: [meaning, lower, upper][spelling] ?? meaning, meaning };
  });

/** An amount as decimal text, or as a number if that is exact. */
export function amountArbitrary(
  min: bigint,
  max: bigint,
): fc.Arbitrary<Written<number | string, bigint>> {
  const asText = fc.bigInt({ min, max }).map((wei) => {
    const fraction = String(wei % ETHER).padStart(18, "0");
    return { raw: `${wei / ETHER}.${fraction}`, meaning: wei };
  });
  const asNumber = fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.nat(6))
    .map(([digits, scale]) => ({
      raw: Number(`${digits}e-${scale}`),
      meaning: BigInt(digits) * 10n ** BigInt(18 - scale),
    }))
    .filter(({ meaning }) => meaning >= min && meaning <= max);
  return fc.oneof(asText, asNumber);
}

/** A whole number as a number, decimal text or hex. */
export function wholeArbitrary(
  min: number,
  max: number,
): fc.Arbitrary<Written<number | string, bigint>> {
  return fc.tuple(fc.integer({ min, max }), fc.nat(2)).map(([value, spelling]) => ({
    raw: [value, String(value), `0x${value.toString(16)}`][spelling] ?? value,
    meaning: BigInt(value),
  }));
}
