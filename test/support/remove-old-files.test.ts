import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { removeOldFiles } from "../../src/support/remove-old-files.js";
import { inTemporaryFolder } from "../temporary-folder.js";

const HOUR = 60 * 60 * 1000;

function nameOf(digit: string): string {
  return `${digit.repeat(40)}.bin`;
}

/** Writes a file of this size that was last used this many hours ago. */
async function file(folder: string, name: string, bytes: number, hours: number): Promise<void> {
  const path = join(folder, name);
  const used = new Date(Date.now() - hours * HOUR);
  await writeFile(path, Buffer.alloc(bytes));
  await utimes(path, used, used);
}

describe("removeOldFiles", () => {
  it("removes files that were not used for a long time, and keeps foreign files", () =>
    inTemporaryFolder(async (folder) => {
      await file(folder, nameOf("a"), 10, 1);
      await file(folder, nameOf("b"), 10, 49);
      await file(folder, "notes.txt", 10, 49);
      await removeOldFiles(folder, { bytes: 1000, age: 48 * HOUR });
      expect(await readdir(folder)).to.have.members([nameOf("a"), "notes.txt"]);
    }));

  it("removes the least recently used files first, until the rest fits", () =>
    inTemporaryFolder(async (folder) => {
      for (const [digit, hours] of [
        ["a", 3],
        ["b", 1],
        ["c", 4],
        ["d", 2],
      ] as const) {
        await file(folder, nameOf(digit), 40, hours);
      }
      await removeOldFiles(folder, { bytes: 100, age: 48 * HOUR });
      expect(await readdir(folder)).to.have.members([nameOf("b"), nameOf("d")]);
    }));

  it("does nothing if there is no folder", async () => {
    await removeOldFiles(join("/nowhere", "logs-1"), { bytes: 1000, age: HOUR });
  });
});
