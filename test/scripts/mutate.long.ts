import { expect } from "chai";

import { inTemporaryFolder } from "../temporary-folder.js";
import { mutate, writeProject } from "./mutate-project.js";

const FILES: Readonly<Record<string, string>> = {
  "src/room/limit.ts": `
const LIMIT = 10;

export function fits(count: number): boolean {
  if (count < 0) throw new Error(\`\${count} is \` + "negative.");
  return count < LIMIT;
}

export function countTo(end: number): number {
  let count = 0;
  while (count !== end) count++;
  return count;
}

export function unused(): string {
  return "never";
}
`,
  "test/room/limit.test.ts": `
import assert from "node:assert/strict";
import { countTo, fits } from "../../src/room/limit.js";

describe("fits", () => {
  it("takes small numbers", () => assert.equal(fits(9), true));
  it("refuses the limit", () => assert.equal(fits(10), false));
  it("refuses negative ones", () => assert.throws(() => fits(-1), /^Error: -1 is negative.$/));
});

describe("countTo", () => {
  it("counts", () => assert.equal(countTo(3), 3));
});

let first = true;
it("passes once", () => {
  assert.ok(first);
  first = false;
});
`,
  // Never run, because the real test/live starts nodes.
  "test/live/limit.test.ts": `
import { unused } from "../../src/room/limit.js";
it("is slow", () => unused());
`,
  "scripts/mutation/equivalent.json": JSON.stringify([
    {
      file: "src/room/limit.ts",
      line: 'if (count < 0) throw new Error(`${count} is ` + "negative.");',
      kind: "boundary",
      original: "count < 0",
      replacement: "(count <= 0)",
      why: "for the test",
    },
    {
      file: "src/room/limit.ts",
      line: "gone();",
      kind: "statement removed",
      original: "gone();",
      replacement: "",
      why: "for the test",
    },
  ]),
};

const SLOW_FILES: Readonly<Record<string, string>> = {
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

describe("npm run mutate", () => {
  it("lists the changes that no fast test notices, and the score without equivalent ones", async () => {
    await inTemporaryFolder(async (root) => {
      await writeProject(root, FILES);
      const { code, lines } = await mutate(root, "src/room", "--least", "90");
      expect(lines).to.include("Left out, as it fails a second time: passes once");
      expect(lines).to.include(
        "No such mutant any more: src/room/limit.ts gone(); (statement removed)",
      );
      expect(lines.filter((line) => /^(survived|not covered)/.test(line))).to.deep.equal([
        "survived     src/room/limit.ts:5:15  number: 0 -> 1",
        "survived     src/room/limit.ts:10:15  number: 0 -> 1",
        'not covered  src/room/limit.ts:16:10  text: "never" -> ""',
        'not covered  src/room/limit.ts:16:3  statement removed: return "never";',
      ]);
      expect(lines.at(-2)).to.match(
        /^ 71\.4% {2}all: 10 of 14 killed, 1 by time, 2 not covered, in \d+ s$/,
      );
      expect(code).to.equal(1);

      const sampled = await mutate(root, "src/room", "--sample", "5");
      expect(sampled.lines.at(-2)).to.match(/ all: \d of [345] killed/);
      expect(sampled.lines.join("\n")).not.to.include("No such mutant any more");
    });
  });

  it("prints its usage without a path", async () => {
    const { code, lines } = await mutate(process.cwd());
    expect(code).to.equal(2);
    expect(lines[0]).to.include("npm run mutate -- PATH...");
  });
});

describe("npm run mutate with tests that take seconds", function () {
  this.timeout(120_000);

  it("runs them again before a quick one, whose time limit does not count yet", () =>
    inTemporaryFolder(async (root) => {
      await writeProject(root, SLOW_FILES);
      const { code, lines } = await mutate(root, "src/room");
      expect(lines.filter((line) => line.startsWith("Left out"))).to.deep.equal([]);
      expect(lines.at(-2)).to.match(/^100\.0% {2}all: (\d) of \1 killed/);
      expect(code).to.equal(0);
    }));
});
