import { z } from "zod/v4";

import { toIndex, toUint256, toUnits, ValueProblem } from "./numbers.js";
import type { Numeric } from "./numbers.js";
import { toAddress, toBytes, toContractName, toName } from "./values.js";

/** `params.problem` of a custom issue says what is wrong. A schema's error text says what is *expected*. */
export interface ProblemParams {
  readonly problem: string;
}

function converted<T extends Numeric, R>(wanted: string, convert: (value: T) => R) {
  return (value: T, context: z.RefinementCtx<unknown>): R => {
    try {
      return convert(value);
    } catch (error) {
      if (!(error instanceof ValueProblem)) {
        throw error;
      }
      const params: ProblemParams = { problem: error.message };
      context.addIssue({ code: "custom", message: error.wanted ?? wanted, params });
      return z.NEVER;
    }
  };
}

function numeric<R>(wanted: string, description: string, convert: (value: Numeric) => R) {
  return z
    .union([z.number(), z.string(), z.bigint()], { error: wanted })
    .transform(converted(wanted, convert))
    .meta({ description });
}

/** @param pattern for editors only; `convert` decides */
function text(
  wanted: string,
  description: string,
  convert: (value: string) => string,
  pattern: string,
) {
  return z
    .string({ error: wanted })
    .transform(converted(wanted, convert))
    .meta({ description, pattern });
}

export const flag = (description: string) =>
  z.boolean({ error: "true or false" }).meta({ description });

export const name = (description: string) => text("a non-empty string", description, toName, "\\S");

export const contractName = (description: string) =>
  text(
    "the name of a contract (letters, digits, _ and $)",
    description,
    toContractName,
    "^[A-Za-z_$][A-Za-z0-9_$]*$",
  );

export const address = (description: string) =>
  text("an address: 0x and 40 hex digits", description, toAddress, "^0x[0-9a-fA-F]{40}$");

/** Hex with the given number of bytes. */
export const bytes = (count: number, wanted: string, description: string) =>
  text(wanted, description, (value) => toBytes(value, count), `^0x[0-9a-fA-F]{${2 * count}}$`);

/** Whole tokens, which may have decimals; wei after parsing. */
export const amount = (description: string) =>
  numeric(
    'an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
    description,
    (value) => toUnits(value, 18),
  );

export const uint256 = (description: string) =>
  numeric("a whole number from 0 to 2^256 - 1", description, toUint256);

export const index = (description: string) =>
  numeric("an index: a whole number from 0", description, toIndex);
