import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { FLOORS, LOOSE_FILES, ROOMS } from "../../folder-order.js";
import { inTemporaryFolder } from "../temporary-folder.js";

const ROOT = join(import.meta.dirname, "../..");
const TOOL = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");

/** Returns what the check in `npm run lint` reports for a clone with these files; a run takes a second. */
async function check(files: Readonly<Record<string, string>>): Promise<string> {
  return await inTemporaryFolder(async (folder) => {
    await cp(join(ROOT, "tsconfig.json"), join(folder, "tsconfig.json"));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const config = join(ROOT, ".dependency-cruiser.js");
    return await new Promise((resolve) => {
      const args = [TOOL, "--config", config, "src", "fixtures", "tasks"];
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  });
}

describe("folder-order.js", () => {
  describe("in a clone that breaks every rule", () => {
    let found = "";
    before(async () => {
      found = await check({
        "src/foundation/arc/one.ts": 'import { two } from "./two.js";\nexport const one = two;\n',
        "src/foundation/arc/two.ts": 'export const two = async () => await import("./one.js");\n',
        "src/foundation/chain/a.ts": 'import type { B } from "./b.js";\nexport type A = B[];\n',
        "src/foundation/chain/b.ts": 'import type { A } from "./a.js";\nexport type B = A[];\n',
        "src/engine/migration/up.ts": 'export type { Run } from "../../operations/run/run.js";\n',
        "src/operations/run/run.ts": "export type Run = string;\n",
        "src/foundation/params/file/up.ts": 'export { room } from "../resolve/room.js";\n',
        "src/foundation/params/resolve/room.ts": "export const room = 1;\n",
        "src/voice/other.ts": 'export { support } from "../foundation/support/support.js";\n',
        "src/foundation/support/support.ts": "export const support = 1;\n",
        "src/interfaces/plugin/index-user.ts": 'export { index } from "../../index.js";\n',
        "src/index.ts": "export const index = 1;\n",
        "fixtures/inner.ts":
          'export { journal } from "../src/engine/execution/journal/journal.js";\n',
        "src/engine/execution/journal/journal.ts": "export const journal = 1;\n",
        "tasks/lost.ts": 'export { none } from "../src/foundation/arc/none.js";\n',
      });
    });

    for (const [what, line] of [
      ["a cycle, also by a dynamic import", "no import cycle: src/foundation/arc/one.ts → "],
      ["a cycle of types", "no import cycle: src/foundation/chain/a.ts → "],
      [
        "an import from above, also of a type",
        "src/engine imports only from below: src/engine/migration/up.ts → src/operations/run/run.ts",
      ],
      [
        "an import from the room above",
        "src/foundation/params/file imports only from below: src/foundation/params/file/up.ts → src/foundation/params/resolve/room.ts",
      ],
      [
        "an import of the rest by the voice client",
        "voice imports nothing of the rest: src/voice/other.ts → src/foundation/support/support.ts",
      ],
      [
        "an import of the index",
        "folders do not import the package's index: src/interfaces/plugin/index-user.ts → src/index.ts",
      ],
      [
        "an import by fixtures that the list does not name",
        "fixtures import only what folder-order.js lists: fixtures/inner.ts → src/engine/execution/journal/journal.ts",
      ],
      [
        "an import of a file that does not exist",
        "files of our own are found: tasks/lost.ts → ../src/foundation/arc/none.js",
      ],
    ] as const) {
      it(`finds ${what}`, () => {
        expect(found).to.include(`error ${line}`);
      });
    }
  });

  it("allows imports from below, of files and of types", async () => {
    const found = await check({
      "src/index.ts": 'export { a } from "../tasks/a.js";\n',
      "tasks/a.ts": 'export { b as a } from "../src/interfaces/plugin/hooks/b.js";\n',
      "src/interfaces/plugin/hooks/b.ts":
        'import type { C } from "../../../voice/c.js";\nexport const b: C = 1;\n',
      "src/voice/c.ts": "export type C = number;\n",
      "fixtures/d.ts": 'export { e } from "../src/foundation/arc/artifact.js";\n',
      "src/foundation/arc/artifact.ts": "export const e = 1;\n",
    });
    expect(found).to.include("no dependency violations found");
  });

  it("names every floor of src/ once, and the only loose files", async () => {
    const entries = await readdir(join(ROOT, "src"), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== "typechain");
    expect(FLOORS.map(([folder]) => folder)).to.have.members([
      ...folders.map(({ name }) => `src/${name}`),
      "tasks",
      "fixtures",
    ]);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `src/${name}`);
    expect(files).to.have.members(LOOSE_FILES);
    expect(entries.length, "entries of src/, the generated one with them").to.be.at.most(10);
  });

  it("names every room of each folder", async () => {
    for (const [folder, ...rooms] of [...FLOORS, ...ROOMS]) {
      const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
      const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      expect(found, folder).to.have.members(rooms);
    }
  });
});
