import { expect } from "chai";

import { problemIn, readSchema } from "../../../src/foundation/support/json-schema.js";

const at = (digit: number) => `0x${String(digit).repeat(40)}`;

describe("migration.schema.json", () => {
  const schema = readSchema("migration.schema.json");
  const accepts = (value: unknown) => problemIn(value, schema) === undefined;

  it("accepts a result with others, and refuses anything else", () => {
    const base = { arcVersion: "0.0.1-rc.57", DaoCreator: at(1) };
    const result = { network: "private", chainId: 1337, base };
    expect(accepts(result)).to.equal(true);
    expect(accepts({ ...result, others: [{ ...result, replaced: "2026-01-01" }] })).to.equal(true);
    for (const wrong of [
      { ...result, chainId: "1337" },
      { ...result, base: { ...base, DaoCreator: "0x1" } },
      { ...result, others: [{}] },
      { base },
    ]) {
      expect(accepts(wrong)).to.equal(false);
    }
  });
});
