/** The value of 1 in Arc's fixed-point numbers, such as GenesisProtocol's threshold. */
export const FIXED_POINT = 2n ** 40n;

/** Arguments of schemes that are stored as fixed-point numbers: the number that is stored as 1. */
const FIXED_UNITS: Readonly<Record<string, bigint>> = {
  repRewardConstA: 1n,
  repRewardConstB: 1000n,
};

export function storedNumber(argument: string, text: string): string {
  const unit = FIXED_UNITS[argument];
  return unit === undefined ? text : String((BigInt(text) * FIXED_POINT) / unit);
}

/** The argument that makes a scheme store a number; undefined if no argument does. */
export function numberStoredAs(argument: string, stored: string): string | undefined {
  const unit = FIXED_UNITS[argument];
  if (unit === undefined) return stored;
  // The contract rounds down, so it is the next number above.
  const number = String((BigInt(stored) * unit + FIXED_POINT - 1n) / FIXED_POINT);
  return storedNumber(argument, number) === stored ? number : undefined;
}
