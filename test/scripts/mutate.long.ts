import { expect } from "chai";

import { inTemporaryFolder } from "../temporary-folder.js";
import { mutate, writeProject } from "./mutate-project.js";

const FILES: Readonly<Record<string, string>> = {
  "src/room/limit.ts": `
export function fits(count: number): boolean {
  return count < 10;
}
`,
  "test/room/limit.test.ts": `
import assert from "node:assert/strict";
import { fits } from "../../src/room/limit.js";

it("takes its time", async function () {
  this.timeout(10_000);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  assert.equal(fits(10), false);
});
it("takes small numbers", async () => assert.equal(await Promise.resolve(fits(9)), true));
`,
};

describe("npm run mutate with tests of seconds", function () {
  this.timeout(120_000);

  it("runs them again before a quick one, whose time limit does not count yet", () =>
    inTemporaryFolder(async (root) => {
      await writeProject(root, FILES);
      const { code, lines } = await mutate(root, "src/room");
      expect(lines.filter((line) => line.startsWith("Left out"))).to.deep.equal([]);
      expect(lines.at(-2)).to.match(/^100\.0% {2}all: (\d) of \1 killed/);
      expect(code).to.equal(0);
    }));
});
