import { expect } from "chai";

import { type JsonSchema, problemIn } from "../../../src/foundation/support/json-schema.js";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    count: { $ref: "#/definitions/Count" },
    side: { type: "string", enum: ["for", "against"] },
    version: { type: "number", const: 1 },
    list: { type: "array", items: { $ref: "#/definitions/Text" } },
    table: { type: "object", additionalProperties: { type: "boolean" } },
    exact: { type: "object", properties: { a: {} }, additionalProperties: false },
    either: { anyOf: [{ $ref: "#/definitions/Text" }, { $ref: "#/definitions/Pair" }] },
    both: { allOf: [{ type: "string" }, { $ref: "#/definitions/Text" }] },
    several: { type: ["string", "number"] },
    open: {},
  },
  required: ["count"],
  definitions: {
    Count: { type: "integer", minimum: 0, maximum: 9, description: "A whole number from 0." },
    Text: { type: "string", pattern: "^\\p{L}+$", description: "Letters." },
    Pair: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  },
};

describe("problemIn", () => {
  it("accepts what a schema allows, unknown fields, and undefined for absent ones", () => {
    for (const value of [
      { count: 0 },
      { count: 9, side: "for", version: 1, list: ["ä", "b"], table: { x: true }, exact: { a: 1 } },
      { count: 1, either: "x", both: "x", several: 1, open: null, unknown: [] },
      { count: 1, either: { a: 1, b: 2 }, several: "", side: undefined },
    ]) {
      expect(problemIn(value, SCHEMA), JSON.stringify(value)).to.equal(undefined);
    }
  });

  const wrong: readonly (readonly [object, string, string])[] = [
    [{}, "count", "is missing"],
    [{ count: undefined }, "count", "is missing"],
    [{ count: 10 }, "count", "expected a whole number from 0"],
    [{ count: -1 }, "count", "expected a whole number from 0"],
    [{ count: 1.5 }, "count", "expected a whole number from 0"],
    [{ count: "1" }, "count", "expected a whole number from 0"],
    [{ count: 1, side: "abstained" }, "side", "expected for, against"],
    [{ count: 1, version: 2 }, "version", "expected 1"],
    [{ count: 1, list: {} }, "list", "expected a list"],
    [{ count: 1, list: ["a", "b\u001b"] }, "list.1", "expected letters"],
    [{ count: 1, table: { x: 1 } }, "table.x", "expected true or false"],
    [{ count: 1, table: null }, "table", "expected an object"],
    [{ count: 1, exact: { b: 1 } }, "exact.b", "is unknown"],
    [{ count: 1, either: 1 }, "either", "expected letters"],
    [{ count: 1, either: { a: "x" } }, "either.a", "expected a number"],
    [{ count: 1, both: "1" }, "both", "expected letters"],
    [{ count: 1, several: true }, "several", "expected text or a number"],
  ];
  for (const [value, path, message] of wrong) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      expect(problemIn(value, SCHEMA)).to.deep.equal({ path, message });
    });
  }
});
