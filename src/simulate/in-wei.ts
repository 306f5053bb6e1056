import { parseUnits } from "ethers";

import { UsageError } from "../support/errors.js";

/**
 * An amount in whole tokens as wei.
 * @throws UsageError if it has more decimals than its token
 */
export function inWei(amount: string, decimals: number): bigint {
  const fraction = amount.split(".")[1]?.replace(/0+$/, "") ?? "";
  if (fraction.length <= decimals) return parseUnits(amount, decimals);
  throw new UsageError(
    `The amount ${amount} has ${fraction.length} decimals, but its token has ${decimals}.`,
  );
}
