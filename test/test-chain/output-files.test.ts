import { expect } from "chai";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { removeFromResult, writeOutputFiles } from "../../src/test-chain/output-files.js";
import { inTemporaryFolder, itInFolder as it } from "../temporary-folder.js";

const GENESIS = `0x${"12".repeat(32)}`;

/** The result of a chain with the same base as every test chain. */
function resultOf(name: string): MigrationResult {
  return {
    network: "private",
    chainId: 31337,
    genesis: GENESIS,
    base: { arcVersion: "0.0.1-rc.57", DAOTracker: `0x${"1".repeat(40)}` },
    dao: { arcVersion: "0.0.1-rc.57", name, Avatar: `0x${name.length.toString().repeat(40)}` },
  } as unknown as MigrationResult;
}

describe("writeOutputFiles", () => {
  async function daoAfterTwo(second: { db?: string }): Promise<string | undefined> {
    return await inTemporaryFolder(async (folder) => {
      const path = join(folder, "migration.json");
      const params = "{}";
      await writeOutputFiles(path, { result: resultOf("First"), params }, {}, () => {});
      await writeOutputFiles(path, { result: resultOf("Another"), params }, second, () => {});
      return (JSON.parse(await readFile(path, "utf8")) as MigrationResult).dao?.name;
    });
  }

  it("has the DAO of the chain that started last, even if both started in the same second", async () => {
    expect(await daoAfterTwo({})).to.equal("Another");
  });

  it("is undone when the chain ends, except for other chains in the file", async (folder) => {
    const path = join(folder, "migration.json");
    const [own, other] = [resultOf("First"), { ...resultOf("Other"), network: "mainnet" }];
    const mainnet = { ...other, chainId: 1, genesis: `0x${"34".repeat(32)}` };
    for (const result of [mainnet, own]) {
      await writeOutputFiles(path, { result, params: "{}" }, {}, () => {});
    }
    await removeFromResult(path, own, (note) => expect.fail(note));
    expect(JSON.parse(await readFile(path, "utf8"))).to.deep.equal(mainnet);
    await removeFromResult(path, mainnet, (note) => expect.fail(note));
    expect(existsSync(path)).to.equal(false);
    const unwritten = join(folder, "missing/migration.json");
    await removeFromResult(unwritten, own, (note) => expect.fail(note));
  });

  it("keeps what was added to a persisted chain since its start", async () => {
    expect(await daoAfterTwo({ db: "db" })).to.equal("First");
  });

  it("keeps the parameters of another DAO, and other chains, and says so", async (folder) => {
    const [path, file] = ["migration.json", "migration-params.json"].map((name) =>
      join(folder, name),
    ) as [string, string];
    const notes: string[] = [];
    const write = async (params: string, own?: string) =>
      await writeOutputFiles(path, { result: resultOf("First"), params }, { params: own }, (note) =>
        notes.push(note),
      );
    await write("example");
    expect(await readFile(file, "utf8")).to.equal("example");
    await write("other", file);
    expect(notes).to.deep.equal([]);
    const mainnet = { ...resultOf("Other"), network: "mainnet", chainId: 1 };
    await writeFile(path, JSON.stringify(mainnet));
    await write("other");
    expect(await readFile(file, "utf8")).to.equal("example");
    expect(notes[0]).to.match(
      /^Moved to "others" in .*: mainnet \(chain ID 1\), Arc 0\.0\.1-rc\.57/,
    );
    expect(notes[1]).to.match(
      /migration-params\.json has the parameters of another DAO and was not/,
    );
    const { others } = JSON.parse(await readFile(path, "utf8")) as MigrationResult;
    expect(others?.[0]).to.deep.include({ network: "mainnet", dao: mainnet.dao });
    await writeFile(file, await readFile("migration-params.json", "utf8"));
    await write("own");
    expect(await readFile(file, "utf8"), "the example is nobody's").to.equal("own");
  });
});
