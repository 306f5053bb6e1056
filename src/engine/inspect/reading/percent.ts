/** A share in percent, rounded to two decimals; 0.00 if the total is 0. */
export function percentOf(part: bigint, all: bigint): string {
  if (all === 0n) return "0.00";
  const hundredths = (part * 10_000n + all / 2n) / all;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
}
