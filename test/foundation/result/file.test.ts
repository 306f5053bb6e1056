import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect } from "chai";

import { MigrationError } from "../../../src/foundation/support/errors.js";
import {
  readEntries,
  readResultOf,
  ResultFile,
  writing,
} from "../../../src/foundation/result/file.js";
import type {
  BaseResult,
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  MigrationResult,
  ResultSections,
} from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";

const VERSION = "0.0.1-rc.57";
const CHAIN: ChainIdentity = {
  name: "private",
  chainId: 1337,
  genesis: `0x${"11".repeat(32)}`,
  inProcess: false,
};
const at = (digit: number) => `0x${String(digit).repeat(40)}`;
const base = { arcVersion: VERSION, DAOToken: at(1), DaoCreator: at(2) } as BaseResult;
const dao = { name: "A DAO", Avatar: at(3), arcVersion: VERSION } as DaoResult;
const test = { name: "Demo", Avatar: at(4), arcVersion: VERSION } as DemoTestResult;

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

describe("ResultFile", () => {
  it("has no sections if there is no file, and creates none", () =>
    inTemporaryFolder(async (folder) => {
      const file = await ResultFile.open(join(folder, "migration.json"), CHAIN, VERSION);
      expect(file.sections).to.deep.equal({});
      expect(await readdir(folder)).to.deep.equal([]);
    }));

  it("keeps the sections of the same chain that a migration does not replace", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await (await ResultFile.open(path, CHAIN, VERSION)).add({ base });
      const file = await ResultFile.open(path, CHAIN, VERSION);
      expect(file.sections).to.deep.equal({ base });
      await file.add({ dao });
      const { name: network, chainId, genesis } = CHAIN;
      expect(await json(path)).to.deep.equal({ network, chainId, genesis, base, dao });
      // Indented, for people and their version control.
      expect(await readFile(path, "utf8")).to.match(/^\{\n {2}"network": "private",\n[^]*\n\}\n$/);
      expect(await readdir(folder)).to.deep.equal(["migration.json"]);
    }));

  it("opens when another program has written it, with the newest sections of any release", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      const unlock = await writing(path);
      const opened = ResultFile.open(path, CHAIN);
      expect(await Promise.race([opened, setTimeout(300, "waits")])).to.equal("waits");
      await unlock();
      expect((await opened).newest).to.deep.equal({});
      await (await opened).add({ base });
      const { sections, newest } = await ResultFile.open(path, CHAIN, "0.0.1-rc.40");
      expect([sections, newest]).to.deep.equal([{}, { base }]);
    }));

  it("has the DAO that was created from the same inputs", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      const inputs = `0x${"ab".repeat(32)}`;
      await (await ResultFile.open(path, CHAIN)).add({ base, dao: { ...dao, inputs } });
      const file = await ResultFile.open(path, CHAIN);
      expect(file.madeFrom("dao", inputs)?.name).to.equal("A DAO");
      expect(file.madeFrom("test", inputs)).to.equal(undefined);
      expect(file.madeFrom("dao", `0x${"cd".repeat(32)}`)).to.equal(undefined);
    }));

  describe("with what the file contained before", () => {
    const OLD = "0.0.1-rc.40";
    const oldBase = { ...base, arcVersion: OLD, DaoCreator: at(5) };
    const restarted = { ...CHAIN, genesis: `0x${"22".repeat(32)}` };
    const mainnet: ChainIdentity = { ...CHAIN, name: "mainnet", chainId: 1 };

    /** Adds migrations to a file one after another, each based on the file's current content. */
    async function ledgerOf(
      folder: string,
      migrations: readonly (readonly [ChainIdentity, ResultSections])[],
    ): Promise<MigrationResult> {
      const path = join(folder, "migration.json");
      for (const [chain, made] of migrations) {
        const version = (made.base ?? made.dao ?? made.test)?.arcVersion;
        await (await ResultFile.open(path, chain, version)).add(made);
      }
      return (await json(path)) as MigrationResult;
    }

    const entry = (chain: ChainIdentity, sections: ResultSections) => ({
      network: chain.name,
      chainId: chain.chainId,
      genesis: chain.genesis,
      ...sections,
    });

    for (const [what, first, second] of [
      ["another network", mainnet, CHAIN],
      ["a restarted chain of the same id", restarted, CHAIN],
      ["another chain ID", { ...CHAIN, chainId: 5 }, CHAIN],
    ] as const) {
      it(`makes room for ${what}`, () =>
        inTemporaryFolder(async (folder) => {
          const { others, ...top } = await ledgerOf(folder, [
            [first, { base, dao, test }],
            [second, { base: oldBase }],
          ]);
          expect(top).to.deep.equal(entry(second, { base: oldBase }));
          expect(others).to.have.length(1);
          const [{ replaced, ...kept }] = others as [LedgerEntry];
          expect(kept).to.deep.equal(entry(first, { base, dao, test }));
          expect(Date.parse(replaced ?? "")).to.be.closeTo(Date.now(), 60_000);
        }));
    }

    it("keeps the DAO with its base if another release is added on the same chain", () =>
      inTemporaryFolder(async (folder) => {
        const result = await ledgerOf(folder, [
          [CHAIN, { base, dao }],
          [CHAIN, { base: oldBase }],
        ]);
        expect(result.base).to.deep.equal(oldBase);
        expect(result).to.not.have.property("dao");
        expect(result.others?.[0]).to.deep.include({ base, dao });
      }));

    it("brings the base of a release back to the top for a DAO on it", () =>
      inTemporaryFolder(async (folder) => {
        const oldDao = { ...dao, arcVersion: OLD, Avatar: at(6) };
        const result = await ledgerOf(folder, [
          [CHAIN, { base: oldBase }],
          [CHAIN, { base, dao }],
          [CHAIN, { dao: oldDao }],
        ]);
        expect(result).to.deep.include({ base: oldBase, dao: oldDao });
        expect(result.others).to.have.length(1);
        expect(result.others?.[0]).to.deep.include({ base, dao });
      }));

    it("keeps an earlier DAO of the same base, with that base", () =>
      inTemporaryFolder(async (folder) => {
        const second = { ...dao, Avatar: at(7) };
        const result = await ledgerOf(folder, [
          [CHAIN, { base, dao, test }],
          [CHAIN, { dao: second }],
        ]);
        expect(result).to.deep.include({ base, dao: second, test });
        expect(result.others).to.have.length(1);
        expect(result.others?.[0]).to.deep.include({ base, dao }).and.not.have.property("test");
      }));

    it("has one entry for a base, however often it is added to", () =>
      inTemporaryFolder(async (folder) => {
        const again = { ...base, DAOToken: at(1).toUpperCase().replace("X", "x") };
        const result = await ledgerOf(folder, [
          [CHAIN, { base, dao }],
          [CHAIN, { base: again }],
          [CHAIN, { test }],
        ]);
        expect(result).to.deep.include({ base: again, dao, test });
        expect(result).to.not.have.property("others");
      }));

    it("loses nothing that another migration wrote meanwhile", () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, "migration.json");
        const slow = await ResultFile.open(path, mainnet);
        await (await ResultFile.open(path, CHAIN)).add({ base });
        await slow.add({ base: oldBase });
        const { others, ...top } = (await json(path)) as MigrationResult;
        expect(top).to.deep.equal(entry(mainnet, { base: oldBase }));
        expect(others?.[0]).to.deep.include({ base, network: "private" });
      }));

    it("finds what is asked for, at the top and in others", () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, "migration.json");
        await ledgerOf(folder, [
          [mainnet, { base: oldBase }],
          [CHAIN, { base: oldBase }],
          [CHAIN, { base, dao }],
        ]);
        expect((await ResultFile.open(path, CHAIN)).sections).to.deep.equal({ base, dao });
        expect((await ResultFile.open(path, CHAIN, OLD)).sections).to.deep.equal({ base: oldBase });
        expect((await ResultFile.open(path, mainnet, VERSION)).sections).to.deep.equal({});
        expect((await ResultFile.open(path, restarted)).sections).to.deep.equal({});
        expect((await readEntries(path, CHAIN)).map((each) => each.base)).to.deep.equal([
          base,
          oldBase,
        ]);
        expect((await readEntries(path, CHAIN, OLD))[0]?.base).to.deep.equal(oldBase);
        expect(await readResultOf(path, "mainnet")).to.deep.include({ chainId: 1, base: oldBase });
        expect((await readResultOf(path, "private", OLD))?.base).to.deep.equal(oldBase);
        expect((await readResultOf(path, "private"))?.dao).to.deep.equal(dao);
        expect(await readResultOf(path, "mainnet", VERSION)).to.equal(undefined);
        expect(await readResultOf(path, "sepolia")).to.equal(undefined);
      }));

    it("moves a live chain's result to others for a chain in this process, and forgets that one", () =>
      inTemporaryFolder(async (folder) => {
        const here = { ...CHAIN, inProcess: true };
        const between = await ledgerOf(folder, [
          [mainnet, { base }],
          [here, { base: oldBase }],
        ]);
        expect(between).to.include({ inProcess: true });
        expect(between.others?.[0]).to.deep.include({ network: "mainnet", base });
        const after = await ledgerOf(folder, [[CHAIN, { base: oldBase }]]);
        expect(after).to.not.have.property("inProcess");
        expect(after.others).to.have.length(1);
      }));
  });

  it("uses only the base of a private chain without a genesis", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await writeFile(path, JSON.stringify({ network: "private", chainId: 1337, base, dao, test }));
      await (await ResultFile.open(path, CHAIN)).add({ base, dao });
      const { genesis } = CHAIN;
      expect(await json(path)).to.deep.equal({
        network: "private",
        chainId: 1337,
        genesis,
        base,
        dao,
      });
    }));

  const EDITED: readonly (readonly [string, object, string])[] = [
    ["base: null", { base: null }, "base"],
    ["a bad address", { base: { ...base, DaoCreator: "0x12" } }, "base.DaoCreator"],
    ["a base that is a list", { base: [] }, "base"],
    ["a DAO without an avatar", { dao: { name: "x", arcVersion: VERSION } }, "dao.Avatar"],
    ["a bad scheme", { dao: { ...dao, Schemes: [{ name: "x" }] } }, "dao.Schemes.0.address"],
    ["others that are no list", { others: {} }, "others"],
    ["junk in others", { others: [7] }, "others.0"],
    ["a chain ID that is text", { chainId: "1" }, "chainId"],
  ];
  for (const [what, change, place] of EDITED) {
    it(`refuses a file with ${what}, and names the place`, () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, "migration.json");
        const text = JSON.stringify({ network: "private", chainId: 1337, ...change });
        await writeFile(path, text);
        const error = await rejection(ResultFile.open(path, CHAIN, VERSION));
        expect(error).to.be.instanceOf(MigrationError);
        expect(error.message).to.include(`${place}: `);
        expect(await readFile(path, "utf8")).to.equal(text);
      }));
  }

  it("replaces the file of a chain that ended with its process", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await (await ResultFile.open(path, { ...CHAIN, inProcess: true }, VERSION)).add({ base });
      const file = await ResultFile.open(path, { ...CHAIN, chainId: 1 }, VERSION);
      expect(file.sections).to.deep.equal({});
      await file.add({ dao });
      expect(await json(path)).to.not.have.property("base");
    }));

  for (const [name, text, message] of [
    ["half a JSON file", '{"network": "priv', /is not JSON/],
    ["an array", "[]", /should contain a migration's result/],
    ["null", "null", /should contain a migration's result/],
    ["an empty file", "", /is empty\. It should contain/],
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

  it("says at once that a folder is not a file", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      await mkdir(path);
      const error = await rejection(ResultFile.open(path, CHAIN, VERSION));
      expect(error.message).to.match(/cannot be read: it is a folder/);
    }));
});
