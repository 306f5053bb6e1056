import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
import { rejected, rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { itWith } from "../../it-with.js";

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

/** `it` for tests that each get the path of a result file that does not exist. */
const it = itWith<[path: string]>((run) =>
  inTemporaryFolder((folder) => run(join(folder, "migration.json"))),
);

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

describe("ResultFile", () => {
  it("has no sections if there is no file, and creates none", async (path) => {
    const file = await ResultFile.open(path, CHAIN, VERSION);
    expect(file.sections).to.deep.equal({});
    expect(await readdir(dirname(path))).to.deep.equal([]);
  });

  it("keeps the sections of the same chain that a migration does not replace", async (path) => {
    await (await ResultFile.open(path, CHAIN, VERSION)).add({ base });
    const file = await ResultFile.open(path, CHAIN, VERSION);
    expect(file.sections).to.deep.equal({ base });
    await file.add({ dao });
    const { name: network, chainId, genesis } = CHAIN;
    expect(await json(path)).to.deep.equal({ network, chainId, genesis, base, dao });
    // Indented, for people and their version control.
    expect(await readFile(path, "utf8")).to.match(/^\{\n {2}"network": "private",\n[^]*\n\}\n$/);
    expect(await readdir(dirname(path))).to.deep.equal(["migration.json"]);
  });

  it("opens when another program has written it, with the sections of the release", async (path) => {
    const unlock = await writing(path);
    const opened = ResultFile.open(path, CHAIN);
    expect(await Promise.race([opened, setTimeout(300, "waits")])).to.equal("waits");
    await unlock();
    expect((await opened).sections).to.deep.equal({});
    await (await opened).add({ base });
    expect((await ResultFile.open(path, CHAIN, "0.0.1-rc.40")).sections).to.deep.equal({});
  });

  describe("with what the file contained before", () => {
    const OLD = "0.0.1-rc.40";
    const oldBase = { ...base, arcVersion: OLD, DaoCreator: at(5) };
    const restarted = { ...CHAIN, genesis: `0x${"22".repeat(32)}` };
    const mainnet: ChainIdentity = { ...CHAIN, name: "mainnet", chainId: 1 };

    /** Adds migrations to a file one after another, each based on the file's current content. */
    async function ledgerOf(
      path: string,
      migrations: readonly (readonly [ChainIdentity, ResultSections])[],
    ): Promise<MigrationResult> {
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
      it(`makes room for ${what}`, async (path) => {
        const { others, ...top } = await ledgerOf(path, [
          [first, { base, dao, test }],
          [second, { base: oldBase }],
        ]);
        expect(top).to.deep.equal(entry(second, { base: oldBase }));
        expect(others).to.have.length(1);
        const [{ replaced, ...kept }] = others as [LedgerEntry];
        expect(kept).to.deep.equal(entry(first, { base, dao, test }));
        expect(Date.parse(replaced ?? "")).to.be.closeTo(Date.now(), 60_000);
      });
    }

    it("brings the base of a release back to the top for a DAO on it", async (path) => {
      const oldDao = { ...dao, arcVersion: OLD, Avatar: at(6) };
      const result = await ledgerOf(path, [
        [CHAIN, { base: oldBase }],
        [CHAIN, { base, dao }],
        [CHAIN, { dao: oldDao }],
      ]);
      expect(result).to.deep.include({ base: oldBase, dao: oldDao });
      expect(result.others).to.have.length(1);
      expect(result.others?.[0]).to.deep.include({ base, dao });
    });

    it("finds what is asked for, at the top and in others", async (path) => {
      await ledgerOf(path, [
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
    });

    it("moves a live chain's result to others for a chain in this process, and forgets that one", async (path) => {
      const here = { ...CHAIN, inProcess: true };
      const between = await ledgerOf(path, [
        [mainnet, { base }],
        [here, { base: oldBase }],
      ]);
      expect(between).to.include({ inProcess: true });
      expect(between.others?.[0]).to.deep.include({ network: "mainnet", base });
      const after = await ledgerOf(path, [[CHAIN, { base: oldBase }]]);
      expect(after).to.not.have.property("inProcess");
      expect(after.others).to.have.length(1);
    });
  });

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
    it(`refuses a file with ${what}, and names the place`, async (path) => {
      const text = JSON.stringify({ network: "private", chainId: 1337, ...change });
      await writeFile(path, text);
      await rejected(ResultFile.open(path, CHAIN, VERSION), MigrationError, `${place}: `);
      expect(await readFile(path, "utf8")).to.equal(text);
    });
  }

  for (const [name, text, message] of [
    ["an empty file", "", /is not JSON/],
    ["half a JSON file", '{"network": "priv', /is not JSON\. Pass another file with --result/],
    ["an array", "[]", /should contain a migration's result/],
    ["null", "null", /should contain a migration's result/],
    ["some other JSON", '{"name": "a-package"}', /is not the result of a migration.*name/],
  ] as const) {
    it(`refuses ${name} and leaves it as it is`, async (path) => {
      await writeFile(path, text);
      await rejected(ResultFile.open(path, CHAIN, VERSION), MigrationError, message);
      expect(await readFile(path, "utf8")).to.equal(text);
    });
  }

  it("says at once that a file could not be written", async (path) => {
    const error = await rejection(ResultFile.open(join(path, "../missing/x.json"), CHAIN, VERSION));
    expect(error.message).to.match(/cannot be written: the folder does not exist/);
  });

  it("says at once that a folder is not a file", async (path) => {
    await mkdir(path);
    await rejected(ResultFile.open(path, CHAIN, VERSION), /cannot be read: it is a folder/);
  });
});
