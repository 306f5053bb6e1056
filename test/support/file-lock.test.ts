import { spawn } from "node:child_process";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { lock } from "../../src/support/file-lock.js";
import { ended } from "../live/nodes.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";

async function inFolder(run: (path: string, folder: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => await run(join(folder, "result.lock"), folder));
}

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

describe("lock", () => {
  it("is held until it is given back", async () => {
    await inFolder(async (path, folder) => {
      const unlock = await lock(path);
      expect(await readFile(path, "utf8")).to.equal(String(process.pid));
      const error = await rejection(lock(path));
      expect(error.message).to.include(`process ${process.pid}`).and.include("--output");
      await unlock();
      expect(await readdir(folder)).to.deep.equal([]);
      await (
        await lock(path)
      )();
    });
  });

  it("of a process that lives is respected, and named with the file to remove", async () => {
    await inFolder(async (path) => {
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      try {
        await writeFile(path, String(child.pid));
        const error = await rejection(lock(path));
        expect(error.message).to.include(`process ${child.pid}`).and.include(`remove ${path}`);
        expect(await readFile(path, "utf8")).to.equal(String(child.pid));
      } finally {
        await ended(child);
      }
      await (
        await lock(path)
      )();
    });
  });

  const stale: Readonly<Record<string, () => Promise<string>>> = {
    "a process that died": async () => String(await deadProcess()),
    "an earlier process of our own number": async () => String(process.pid),
    "a process that died before it wrote its number": async () => "",
    nobody: async () => "not a number",
  };
  for (const [name, content] of Object.entries(stale)) {
    it(`of ${name} is taken over`, async () => {
      await inFolder(async (path, folder) => {
        await writeFile(path, await content());
        const unlock = await lock(path);
        expect(await readFile(path, "utf8")).to.equal(String(process.pid));
        await unlock();
        expect(await readdir(folder)).to.deep.equal([]);
      });
    });
  }

  it("is given to one of several that find it stale at once", async () => {
    await inFolder(async (path, folder) => {
      const script = join(folder, "take.mjs");
      const source = join(process.cwd(), "src/support/file-lock.ts");
      await writeFile(
        script,
        `import { lock } from ${JSON.stringify(source)};
        await new Promise((resolve) => process.stdin.once("data", resolve));
        await lock(${JSON.stringify(path)}).then(() => console.log("mine"), () => console.log("taken"));
        await new Promise((resolve) => process.stdin.once("data", resolve));
        process.exit();`,
      );
      await writeFile(path, String(await deadProcess()));
      const children = Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, ["--import", "tsx/esm", script], {
          cwd: process.cwd(),
        });
        const said = new Promise<string>((resolve, reject) => {
          child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
          child.once("exit", (code) => reject(new Error(`It ended with exit code ${code}.`)));
        });
        return { child, said };
      });
      try {
        for (const { child } of children) child.stdin.write("go");
        const said = await Promise.all(children.map(async (one) => await one.said));
        expect(said.sort()).to.deep.equal(["mine", "taken", "taken", "taken"]);
      } finally {
        await Promise.all(children.map(async ({ child }) => await ended(child)));
      }
    });
  });

  it("says where its file cannot be written", async () => {
    await inFolder(async (_path, folder) => {
      const file = join(folder, "a-file");
      await writeFile(file, "");
      for (const path of [join(folder, "no-such-folder/result.lock"), join(file, "result.lock")]) {
        const error = await rejection(lock(path));
        expect(error.name).to.equal("MigrationError");
        expect(error.message).to.include(path).and.include("--output");
      }
      await access(file);
    });
  });
});
