import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, statfs, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import {
  inWorkFolder,
  makeFastFolder,
  makeWorkFolder,
  removeWorkFolder,
} from "../../../src/foundation/support/work-folder.js";
import { compiled } from "../../compiled.js";
import { endWithUs } from "../../end-with-us.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder, itInFolder as it } from "../../temporary-folder.js";

describe("a process that ends early", () => {
  it("removes its folders at its exit, and by a signal that nobody else handles", async () => {
    const file = JSON.stringify(compiled("src/foundation/support/work-folder.ts"));
    const make = `const { makeWorkFolder } = await import(${file}); await makeWorkFolder("try", process.argv[1]);`;
    for (const [end, wanted] of [
      ["process.exit(3)", { code: 3, signal: null }],
      [
        "process.kill(process.pid, 'SIGINT'); setTimeout(() => {}, 60_000)",
        { code: null, signal: "SIGINT" },
      ],
      [
        "process.on('SIGTERM', () => process.exit(4)); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000)",
        { code: 4, signal: null },
      ],
    ] as const) {
      await inTemporaryFolder(async (folder) => {
        const args = ["--input-type=module", "-e", `${make} ${end}`, folder];
        const child = spawn(process.execPath, args, { stdio: "inherit" });
        endWithUs(child);
        const [code, signal] = (await once(child, "exit")) as unknown[];
        expect({ code, signal }).to.deep.equal(wanted);
        expect(await readdir(folder)).to.deep.equal([]);
      });
    }
  });
});

describe("makeWorkFolder", () => {
  let before: string | undefined;

  beforeEach(() => {
    before = process.env["TMPDIR"];
  });

  afterEach(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });

  it("creates a folder in the cache folder, and removes it after the work, even if that fails", async (folder) => {
    const cacheDir = join(folder, "cache");
    const names = await inWorkFolder("try", async () => await readdir(cacheDir), cacheDir);
    expect(names).to.have.length(1);
    expect(names[0]).to.match(new RegExp(`^try-${process.pid}-`));
    const failing = inWorkFolder("try", () => Promise.reject(new Error("it failed")), cacheDir);
    expect((await rejection(failing)).message).to.equal("it failed");
    expect(await readdir(cacheDir)).to.deep.equal([]);
  });

  it("uses the temporary folder if the cache folder cannot be created", async (folder) => {
    process.env["TMPDIR"] = folder;
    await writeFile(join(folder, "file"), "");
    const made = await makeWorkFolder("try", join(folder, "file"));
    expect(made).to.include(join(folder, `dao-migration-try-${process.pid}-`));
  });

  it("says what to do if there is neither, and does not create a missing temporary folder", async (folder) => {
    process.env["TMPDIR"] = join(folder, "missing");
    await writeFile(join(folder, "file"), "");
    const { message } = await rejection(makeWorkFolder("try", join(folder, "file")));
    expect(message).to.include(`${join(folder, "missing")}: the folder does not exist`);
    expect(message).to.include("Set DAO_MIGRATION_CACHE to a writable folder.");
    expect(await readdir(folder)).to.deep.equal(["file"]);
  });

  it("removes what killed processes left an hour ago, and nothing newer or in use", async (folder) => {
    const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60;
    // No process has this ID.
    const names = ["try-4194305-killed", "try-4194305-fresh", `try-${process.pid}-in-use`];
    for (const name of [...names, "others"]) {
      await mkdir(join(folder, name, "npm-cache"), { recursive: true });
      if (name.endsWith("fresh")) continue;
      await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
    }
    await inWorkFolder("try", () => Promise.resolve(), folder);
    expect(await readdir(folder)).to.have.members([...names.slice(1), "others"]);
  });
});

describe("makeFastFolder", () => {
  it("creates a folder in memory, if there is enough room", async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    expect(bavail * bsize, "room for this test, in bytes").to.be.above(2 ** 28);
    const made = await makeFastFolder("try", folder);
    expect(made).to.include(join(folder, `dao-migration-try-${process.pid}-`));
    await removeWorkFolder(made);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  // /proc exists on every Linux, and has no free space.
  for (const memory of process.platform === "linux" ? ["/proc", "/none"] : ["/none"]) {
    it(`creates one in the cache folder if ${memory} is no folder in memory`, async (folder) => {
      const before = process.env["DAO_MIGRATION_CACHE"];
      process.env["DAO_MIGRATION_CACHE"] = folder;
      try {
        expect(await makeFastFolder("try", memory)).to.include(join(folder, "try-"));
      } finally {
        if (before === undefined) delete process.env["DAO_MIGRATION_CACHE"];
        else process.env["DAO_MIGRATION_CACHE"] = before;
      }
    });
  }
});
