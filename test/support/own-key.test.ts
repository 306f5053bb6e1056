import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { ownKey } from "../../src/support/own-key.js";
import { inTemporaryFolder } from "../temporary-folder.js";

describe("ownKey", () => {
  it("is created once, even for concurrent callers, and readable by this user only", async () => {
    await inTemporaryFolder(async (parent) => {
      const folder = join(parent, "state");
      const keys = await Promise.all(Array.from({ length: 8 }, () => ownKey(folder)));
      const texts = new Set(keys.map((key) => key?.toString("hex")));
      expect(texts.size).to.equal(1);
      expect([...texts][0]).to.match(/^[0-9a-f]{64}$/);
      expect((await ownKey(folder))?.toString("hex")).to.equal([...texts][0]);
      expect(await readdir(folder)).to.deep.equal(["cache-key"]);
      if (process.platform !== "win32") {
        expect((await stat(join(folder, "cache-key"))).mode & 0o077).to.equal(0);
      }
    });
  });

  it("is undefined if it cannot be stored, or if something else is in its place", async () => {
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "file"), "");
      expect(await ownKey(join(folder, "file"))).to.equal(undefined);
      await writeFile(join(folder, "cache-key"), "short");
      expect(await ownKey(folder)).to.equal(undefined);
    });
  });
});
