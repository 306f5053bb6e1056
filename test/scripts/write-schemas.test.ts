import { readFileSync } from "node:fs";

import { expect } from "chai";

import { schemaFiles } from "../../scripts/write-schemas.js";
import { packageFile } from "../../src/foundation/support/package.js";

describe("JSON Schemas", () => {
  it("are what the types in the code say; otherwise, run scripts/write-schemas.ts", function () {
    this.timeout(60_000);
    for (const [name, text] of schemaFiles()) {
      expect(readFileSync(packageFile(name), "utf8") === text, name).to.equal(true);
    }
  });
});
