import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect } from "chai";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { readEntries, ResultFile, writing } from "../../../src/foundation/result/file.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const CHAIN: ChainIdentity = {
  name: "private",
  chainId: 1337,
  genesis: `0x${"11".repeat(32)}`,
  inProcess: false,
};
const at = (digit: number) => `0x${String(digit).repeat(40)}`;
const arcVersion = "0.0.1-rc.57";
const base = { arcVersion, DAOToken: at(1), DaoCreator: at(2) } as BaseResult;
const dao = { name: "A DAO", Avatar: at(3), arcVersion } as DaoResult;

async function inFolder(run: (path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await run(join(folder, "migration.json"));
  });
}

describe("a result file on disk", () => {
  it("has the entry of a release, and none if there is no file", () =>
    inFolder(async (path) => {
      expect(await readEntries(path, CHAIN)).to.deep.equal([]);
      const { name: network, chainId, genesis } = CHAIN;
      const old = { ...base, arcVersion: "0.0.1-rc.40" };
      const others = [{ network, chainId, genesis, base: old }];
      await writeFile(path, JSON.stringify({ network, chainId, genesis, base, others }));
      expect((await readEntries(path, CHAIN))[0]?.base).to.deep.equal(base);
      expect((await readEntries(path, CHAIN, "0.0.1-rc.40"))[0]?.base).to.deep.equal(old);
      expect(await readEntries(path, { ...CHAIN, chainId: 1 })).to.deep.equal([]);
    }));

  it("has the DAO that was created from the same inputs", () =>
    inFolder(async (path) => {
      const inputs = `0x${"ab".repeat(32)}`;
      await (await ResultFile.open(path, CHAIN)).add({ base, dao: { ...dao, inputs } });
      const file = await ResultFile.open(path, CHAIN);
      expect(file.madeFrom("dao", inputs)?.name).to.equal("A DAO");
      expect(file.madeFrom("test", inputs)).to.equal(undefined);
      expect(file.madeFrom("dao", `0x${"cd".repeat(32)}`)).to.equal(undefined);
    }));

  it("is indented by two spaces, for people and their version control", () =>
    inFolder(async (path) => {
      await (await ResultFile.open(path, CHAIN)).add({ base });
      const text = await readFile(path, "utf8");
      expect(text).to.match(/^\{\n {2}"network": "private",\n[^]*\n\}\n$/);
    }));

  it("opens when another program has written it, with the newest sections of any release", () =>
    inFolder(async (path) => {
      const unlock = await writing(path);
      const opened = ResultFile.open(path, CHAIN);
      expect(await Promise.race([opened, setTimeout(300, "waits")])).to.equal("waits");
      await unlock();
      expect((await opened).newest).to.deep.equal({});
      await (await opened).add({ base });
      const { sections, newest } = await ResultFile.open(path, CHAIN, "0.0.1-rc.40");
      expect([sections, newest]).to.deep.equal([{}, { base }]);
    }));

  it("is refused with the reason if it has a wrong value", () =>
    inFolder(async (path) => {
      await writeFile(path, '{"chainId": 1}');
      const { message } = await rejection(ResultFile.open(path, CHAIN));
      expect(message).to.match(/migration\.json is not a valid result: network: is missing/);
    }));
});
