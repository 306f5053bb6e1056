/**
 * An amount in units of so many decimals, such as `1.5`, and `2` rather than `2.0`. Without ethers, which takes longer to
 * load than a test chain takes to start.
 */
export function decimal(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? "-" : "";
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return `${sign}${digits.slice(0, point)}${fraction && `.${fraction}`}`;
}
