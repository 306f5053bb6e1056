import { readFileSync } from "node:fs";

import { expect } from "chai";

import { parametersTypeText } from "../../scripts/parameters-type.js";

describe("the type of a parameters file", () => {
  const file = new URL("../../src/params/file/migration-parameters.ts", import.meta.url);

  it("is what the schema says, with its descriptions; else run scripts/write-schemas.ts", () => {
    expect(readFileSync(file, "utf8")).to.equal(parametersTypeText());
  });
});
