import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { expect } from "chai";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { ResultFile } from "../../../src/foundation/result/file.js";
import type { BaseResult, MigrationResult } from "../../../src/foundation/result/result.js";
import { compiled } from "../../compiled.js";
import { itInFolder as it } from "../../temporary-folder.js";

const chain = (index: number): ChainIdentity => ({
  name: "private",
  chainId: 1000 + index,
  genesis: `0x${String(index).padStart(64, "0")}`,
  inProcess: false,
});
const base = {
  arcVersion: "0.0.1-rc.57",
  DaoCreator: `0x${"12".repeat(20)}`,
} as unknown as BaseResult;

async function chainIdsIn(path: string): Promise<number[]> {
  const { chainId, others = [] } = JSON.parse(await readFile(path, "utf8")) as MigrationResult;
  return [chainId, ...others.map((entry) => entry.chainId)].toSorted((a, b) => a - b);
}

describe("writers of one result file", () => {
  it("lose nothing when they write at the same time in one process", async (folder) => {
    const path = join(folder, "migration.json");
    const indexes = Array.from({ length: 12 }, (_, index) => index);
    const files = await Promise.all(
      indexes.map(async (index) => await ResultFile.open(path, chain(index))),
    );
    await Promise.all(files.map(async (file) => await file.add({ base })));
    expect(await chainIdsIn(path)).to.deep.equal(indexes.map((index) => 1000 + index));
    expect(await readdir(folder)).to.deep.equal(["migration.json"]);
  });

  it("lose nothing when they write at the same time in separate processes", async (folder) => {
    const path = join(folder, "migration.json");
    const script = join(folder, "write.mjs");
    const source = pathToFileURL(compiled("src/foundation/result/file.ts")).href;
    await writeFile(
      script,
      `import { ResultFile } from ${JSON.stringify(source)};
        const [path, first] = process.argv.slice(2);
        for (let index = Number(first); index < Number(first) + 5; index++) {
          const genesis = "0x" + String(index).padStart(64, "0");
          const chain = { name: "private", chainId: 1000 + index, genesis, inProcess: false };
          await (await ResultFile.open(path, chain)).add({ base: ${JSON.stringify(base)} });
        }`,
    );
    await Promise.all(
      [0, 5].map(
        async (first) =>
          await promisify(execFile)(process.execPath, [script, path, String(first)], {
            timeout: 120_000,
          }),
      ),
    );
    expect(await chainIdsIn(path)).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => 1000 + index),
    );
  });
});
