import { execFileSync, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { MigrationError } from "../../../src/foundation/support/errors.js";
import {
  readGiven,
  readGivenJson,
  readGivenText,
} from "../../../src/foundation/support/read-given.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

describe("a file that the user named", () => {
  it("is read without a byte order mark, or refused with what, why and what to do", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "a");
      await writeFile(path, "\uFEFF[]");
      expect(await readGivenText(path, "The list")).to.equal("[]");
      expect(await readGivenJson(path, "The list")).to.deep.equal([]);
      await writeFile(path, "{");
      const deep = join(folder, "deep");
      await writeFile(deep, `${'{"a":['.repeat(50_000)}${"]}".repeat(50_000)}`);
      const other = join(folder, "utf-16");
      await writeFile(other, "\uFEFF[]", "utf16le");
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      for (const [given, wanted] of [
        [path, `The list ${path} is not JSON. Pass another.`],
        [
          deep,
          `The list ${deep} has lists or objects that are nested hundreds of levels deep. Pass another.`,
        ],
        [other, `The list ${other} is not text in UTF-8. Pass another.`],
        [folder, `The list ${folder} cannot be read: it is a folder. Pass another.`],
        [pipe, `The list ${pipe} cannot be read: it is not a regular file. Pass another.`],
        [
          join(folder, "b"),
          `The list ${folder}/b cannot be read: there is no such file. Pass another.`,
        ],
      ] as const) {
        const error = await rejection(readGivenJson(given, "The list", "Pass another."));
        expect(error).to.be.instanceOf(MigrationError);
        expect(error.message).to.equal(wanted);
      }
      const key = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
      expect((await rejection(readGiven(key, "The list"))).message).to.not.include(key);
    }));

  it("may be what the process was handed, such as standard input", () => {
    const module = new URL("../../../src/foundation/support/read-given.ts", import.meta.url).href;
    const script = `import { readGiven } from ${JSON.stringify(module)};
      process.stdout.write(await readGiven("/dev/stdin", "The list"));`;
    const args = ["--import", "./scripts/typescript.mjs", "--input-type=module", "--eval", script];
    const piped = ["-c", 'echo "[1]" | "$@"', "sh", process.execPath, ...args];
    const read = spawnSync("sh", piped, { encoding: "utf8" });
    expect(read.stdout, read.stderr).to.equal("[1]\n");
  });
});
