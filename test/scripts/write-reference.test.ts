import { readFileSync } from "node:fs";

import { expect } from "chai";

import { referenceFiles } from "../../scripts/write-reference.js";
import { packageFile } from "../../src/foundation/support/package.js";

describe("the reference", () => {
  it("is what the table of commands says; otherwise, run scripts/write-reference.ts", async function () {
    this.timeout(30_000);
    for (const [name, text] of await referenceFiles()) {
      expect(readFileSync(packageFile(name), "utf8") === text, name).to.equal(true);
    }
  });
});
