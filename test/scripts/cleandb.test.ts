import { expect } from "chai";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TestChain } from "../../fixtures/test-chain.js";
import { itInFolder as it } from "../temporary-folder.js";
import { MiniClone } from "./mini-clone.js";

const SCRIPT = join(import.meta.dirname, "../../scripts/cleandb.mjs");

async function run(cwd: string, ...args: string[]): Promise<{ code: number; text: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", SCRIPT, ...args],
      { cwd },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
      },
    );
  });
}

describe("npm run cleandb", () => {
  it("deletes the folder db or another one, and accepts that it is missing", async (folder) => {
    for (const [name, file] of [
      ["db", "chain.sqlite"],
      ["other", "chain.sqlite-wal"],
    ] as const) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, file), "");
    }
    expect((await run(folder)).text).to.match(/Deleted .*\/db\./);
    expect(existsSync(join(folder, "db"))).to.equal(false);
    expect(existsSync(join(folder, "other"))).to.equal(true);
    await run(folder, "other");
    expect(existsSync(join(folder, "other"))).to.equal(false);
    expect(await run(folder)).to.deep.include({ code: 0 });
  });

  it("does not delete a folder with anything else in it", async (folder) => {
    await mkdir(join(folder, "db"));
    for (const name of ["chain.sqlite", "thesis.txt"])
      await writeFile(join(folder, "db", name), "");
    const { code, text } = await run(folder);
    expect(code).to.equal(1);
    expect(text).to.match(/it contains thesis\.txt\. Nothing was deleted/);
    expect(existsSync(join(folder, "db", "chain.sqlite"))).to.equal(true);
  });
});

describe("npm run cleandb beside a chain", () => {
  it("deletes nothing while the chain runs", async (folder) => {
    const db = join(folder, "db");
    const chain = TestChain.provider({ demo: false, db });
    await chain.result();
    const before = await readdir(db);
    const { code, text } = await run(folder);
    expect(code).to.equal(1);
    expect(text).to.equal(`${db} is in use by a test chain. Stop it first. Nothing was deleted.\n`);
    expect(await readdir(db)).to.deep.equal(before);
    await chain.request({ method: "evm_mine" });
    await chain.close();
    expect(await run(folder)).to.deep.equal({ code: 0, text: `Deleted ${db}.\n` });
  });
});

describe("npm run ganache and npm run migrate", () => {
  let clone: MiniClone;
  beforeEach(() => (clone = MiniClone.installed()));
  afterEach(() => clone.dispose());

  /** A program that prints its arguments. */
  const SAY = "console.log(JSON.stringify(process.argv.slice(2)));\n";

  it("serve a chain that persists in db, or in another folder", async () => {
    clone.write("src/interfaces/cli/test-chain.ts", SAY);
    const usual = await clone.run(["ganache", "--port", "0"]);
    expect(JSON.parse(usual.stdout)).to.deep.equal([
      "--db",
      "db",
      "--params",
      "migration-params.json",
      "--port",
      "0",
    ]);
    const other = await clone.run(["ganache", "--db=other"]);
    expect(JSON.parse(other.stdout)).to.deep.equal([
      "--params",
      "migration-params.json",
      "--db=other",
    ]);
  });

  it("pass their arguments to the command", async () => {
    clone.write("src/interfaces/cli/dao-migrate.ts", SAY);
    const { stdout } = await clone.run(["migrate", "base", "--gasPrice", "3"]);
    expect(JSON.parse(stdout)).to.deep.equal(["base", "--gasPrice", "3"]);
  });
});
