import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { packageFile } from "../../src/foundation/support/package.js";
import { CHAIN_OPTIONS } from "../../src/test-chain/command/chain-options.js";
import { REFUSED_OPTIONS } from "../../src/test-chain/known-options.js";

describe("docs/container.md", () => {
  let text: string;
  before(async () => {
    text = await readFile(packageFile("docs/container.md"), "utf8");
  });

  it("names every option of the test chain", () => {
    for (const { name } of CHAIN_OPTIONS) expect(text).to.match(new RegExp(`--${name}\\b`));
  });

  it("says why options of ganache are refused, in the same words", () => {
    const rows = [...text.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, ...row]) => row);
    expect(Object.fromEntries(rows)).to.deep.equal(REFUSED_OPTIONS);
  });
});
