import { expect } from "chai";
import type { z } from "zod/v4";
import { toJSONSchema } from "zod/v4";

import * as values from "../../../src/params/file/schema-values.js";
import { ADDRESS } from "../support.js";

/** Returns the converted value, or what is wanted and, if the type is right, what is wrong. */
function read(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue, ...others] = error.issues;
  expect(others).to.deep.equal([]);
  const { problem } = (issue?.code === "custom" ? issue.params : {}) as { problem?: string };
  return [issue?.message, ...(problem === undefined ? [] : [problem])];
}

const WANTED_AMOUNT =
  'an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")';
const WANTED_UINT = "a whole number from 0 to 2^256 - 1";
const WANTED_INDEX = "an index: a whole number from 0";
const WANTED_ADDRESS = "an address: 0x and 40 hex digits";
const WANTED_NAME = "the name of a contract (letters, digits, _ and $)";

describe("a value in the schema of parameters", () => {
  const CASES: [what: string, schema: () => z.ZodType, value: unknown, read: unknown][] = [
    ["a switch", () => values.flag(""), true, true],
    ["text in place of a switch", () => values.flag(""), "true", ["true or false"]],
    ["a name", () => values.name(""), "DAO", "DAO"],
    ["a number in place of a name", () => values.name(""), 7, ["a non-empty string"]],
    ["a blank name", () => values.name(""), " ", ["a non-empty string", "it is empty"]],
    ["a contract's name", () => values.contractName(""), "Box$1", "Box$1"],
    [
      "a path in place of a contract's name",
      () => values.contractName(""),
      "../Box",
      [WANTED_NAME, "it is not the name of a contract"],
    ],
    ["an address", () => values.address(""), ADDRESS.toLowerCase(), ADDRESS],
    ["a number in place of an address", () => values.address(""), 7, [WANTED_ADDRESS]],
    [
      "an address with a wrong checksum",
      () => values.address(""),
      ADDRESS.replace("F8bf", "f8bf"),
      [
        `${ADDRESS} if the letters are right and only their case is not`,
        "the checksum of the address is wrong",
      ],
    ],
    ["bytes", () => values.bytes(2, "two", ""), "0x12ab", "0x12ab"],
    [
      "too few bytes",
      () => values.bytes(2, "two", ""),
      "0x12",
      ["two", "it has 2 hex digits, not 4"],
    ],
    ["an amount", () => values.amount(""), "0.5", 5n * 10n ** 17n],
    ["an amount as a bigint", () => values.amount(""), 2n, 2n * 10n ** 18n],
    ["a switch in place of an amount", () => values.amount(""), true, [WANTED_AMOUNT]],
    [
      "an amount below 0",
      () => values.amount(""),
      -1,
      [WANTED_AMOUNT, "an amount cannot be negative"],
    ],
    ["a whole number", () => values.uint256(""), "0x10", 16n],
    ["a fraction", () => values.uint256(""), 0.5, [WANTED_UINT, "it is not a whole number"]],
    ["an index", () => values.index(""), "3", 3],
    ["an index below 0", () => values.index(""), -1, [WANTED_INDEX, "it cannot be negative"]],
    [
      "a number that has lost digits",
      () => values.uint256(""),
      12345678901234567000,
      [
        "the number as a string in quotes, or as a bigint",
        "a JavaScript number of this size loses digits",
      ],
    ],
  ];
  for (const [what, schema, value, expected] of CASES) {
    it(`that is ${what} is read as such`, () => {
      expect(read(schema(), value)).to.deep.equal(expected);
    });
  }

  it("is described to editors, with a pattern for text", () => {
    const described = (schema: z.ZodType) =>
      toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    expect(described(values.name("N"))).to.include({ description: "N", pattern: "\\S" });
    expect(described(values.contractName("C"))).to.include({
      description: "C",
      pattern: "^[A-Za-z_$][A-Za-z0-9_$]*$",
    });
    expect(described(values.address("A"))).to.include({ pattern: "^0x[0-9a-fA-F]{40}$" });
    expect(described(values.bytes(4, "", "B"))).to.include({ pattern: "^0x[0-9a-fA-F]{8}$" });
    expect(described(values.flag("F"))).to.include({ description: "F" });
    expect(described(values.amount("M"))).to.include({ description: "M" });
  });
});
