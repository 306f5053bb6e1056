import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { MigrationError } from "../../src/support/errors.js";
import { ResultFile } from "../../src/result/file.js";
import type { BaseResult, DaoResult } from "../../src/result/result.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import type { ChainIdentity } from "../../src/chain/identity.js";

const VERSION = "0.0.1-rc.57";
const CHAIN: ChainIdentity = {
  name: "private",
  chainId: 1337,
  genesis: `0x${"11".repeat(32)}`,
  inProcess: false,
};
const base = { arcVersion: VERSION, DAOToken: "0x01", DaoCreator: "0x02" } as BaseResult;
const dao = { name: "A DAO", Avatar: "0x03", arcVersion: VERSION } as DaoResult;

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

describe("ResultFile", () => {
  it("has no sections where there is no file, and leaves none behind", () =>
    inTemporaryFolder(async (folder) => {
      const file = await ResultFile.open(join(folder, "migration.json"), CHAIN, VERSION);
      expect(file.sections).to.deep.equal({});
      expect(await readdir(folder)).to.deep.equal([]);
    }));

  it("keeps the sections of the same chain that a migration did not make", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await (await ResultFile.open(path, CHAIN, VERSION)).write({ base });
      const file = await ResultFile.open(path, CHAIN, VERSION);
      expect(file.sections).to.deep.equal({ base });
      await file.write({ dao });
      expect(await json(path)).to.deep.equal({
        network: "private",
        chainId: 1337,
        genesis: CHAIN.genesis,
        base,
        dao,
      });
      expect(await readdir(folder)).to.deep.equal(["migration.json"]);
    }));

  const others: Record<string, [Partial<ChainIdentity>, RegExp]> = {
    "another chain id": [
      { chainId: 1 },
      /belongs to another chain: private, chain id 1337.*chain id 1\./,
    ],
    "a restarted chain": [{ genesis: `0x${"22".repeat(32)}` }, /was restarted is a new chain/],
    "a chain in this process": [{ inProcess: true }, /belongs to another chain.*in this process/],
  };
  for (const [name, [change, message]] of Object.entries(others)) {
    it(`refuses the file of ${name} and leaves it as it is`, () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, "migration.json");
        await (await ResultFile.open(path, CHAIN, VERSION)).write({ base });
        const before = await readFile(path, "utf8");
        const error = await rejection(ResultFile.open(path, { ...CHAIN, ...change }, VERSION));
        expect(error).to.be.instanceOf(MigrationError);
        expect(error.message).to.match(message).and.to.include("--output");
        expect(await readFile(path, "utf8")).to.equal(before);
      }));
  }

  it("replaces the file of a chain that ended with its process", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await (await ResultFile.open(path, { ...CHAIN, inProcess: true }, VERSION)).write({ base });
      const file = await ResultFile.open(path, { ...CHAIN, chainId: 1 }, VERSION);
      expect(file.sections).to.deep.equal({});
      await file.write({ dao });
      expect(await json(path)).to.not.have.property("base");
    }));

  for (const [name, text, message] of [
    ["half a JSON file", '{"network": "priv', /is not JSON/],
    ["an array", "[]", /should hold a migration's result/],
    ["an empty file", "", /is not JSON/],
    ["some other JSON", '{"name": "a-package"}', /is not the result of a migration.*name/],
  ] as const) {
    it(`refuses ${name} and leaves it as it is`, () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, "migration.json");
        await writeFile(path, text);
        const error = await rejection(ResultFile.open(path, CHAIN, VERSION));
        expect(error).to.be.instanceOf(MigrationError);
        expect(error.message).to.match(message);
        expect(await readFile(path, "utf8")).to.equal(text);
      }));
  }

  it("says at once that a file could not be written", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "missing", "migration.json");
      const error = await rejection(ResultFile.open(path, CHAIN, VERSION));
      expect(error.message).to.match(/cannot be written: the folder does not exist/);
    }));

  it("says at once that a folder is no file", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await mkdir(path);
      const error = await rejection(ResultFile.open(path, CHAIN, VERSION));
      expect(error.message).to.match(/cannot be read: EISDIR/);
    }));
});
