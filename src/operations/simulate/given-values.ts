import { getAddress, isAddress, parseUnits } from "ethers";
import { z } from "zod/v4";

import { UsageError } from "../../foundation/support/errors.js";

/** An address that a user wrote; becomes checksummed. */
export const ADDRESS = z
  .string()
  .refine(isAddress, {
    error: "expected an address, 0x and 40 hex digits with a valid checksum",
    abort: true,
  })
  .transform((text) => getAddress(text));

/** The problems of a value that a user wrote, each with its place. */
export function issuesOf({ issues }: z.ZodError): readonly string[] {
  return issues.map(
    ({ path, message }) => `${path.length === 0 ? "it" : path.join(".")}: ${message}`,
  );
}

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
