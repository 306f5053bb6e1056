import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { inTemporaryFolder } from "../temporary-folder.js";

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module" }',
  "src/room/limit.ts": `
export function fits(count: number): boolean {
  return count < 10;
}
`,
  "test/room/limit.test.ts": `
import assert from "node:assert/strict";
import { fits } from "../../src/room/limit.js";

it("takes small numbers", () => assert.equal(fits(9), true));
`,
  "test/other/limit.test.ts": `
import assert from "node:assert/strict";
import { fits } from "../../src/room/limit.js";

it("refuses the limit", () => assert.equal(fits(10), false));
`,
};

describe("npm run mutate", function () {
  this.timeout(120_000);

  it("lists the changes that no fast test of the room notices", () =>
    inTemporaryFolder(async (root) => {
      for (const [file, text] of Object.entries(FILES)) {
        await mkdir(dirname(join(root, file)), { recursive: true });
        await writeFile(join(root, file), text);
      }
      await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
      const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
        scripts: { mutate: string };
      };
      const [, stryker = ""] = scripts.mutate.split(" exec -- ");
      const config = join(process.cwd(), "scripts/stryker.config.mjs");
      const { stdout } = await promisify(execFile)(
        "/bin/sh",
        [
          "-c",
          `exec ${stryker.replace("scripts/stryker.config.mjs", config)} --mutate src/room/limit.ts`,
        ],
        { cwd: root, timeout: 110_000 },
      );
      expect(stdout.match(/\[Survived\] .*/g)).to.deep.equal([
        "[Survived] ConditionalExpression",
        "[Survived] EqualityOperator",
      ]);
      expect(stdout).to.match(/ limit\.ts .* 60\.00 /);
    }));
});
