import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { DaoMigration } from "../../../src/index.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { warnOfMissingCode, findMissingCode } from "../../../src/operations/run/missing-code.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { openNode } from "../../interfaces/cli/node.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { closing } from "../../closing.js";

describe("addresses of a result", () => {
  it("are all checked: base, DAO and demo test", async () => {
    await using chain = closing(await DaoMigration.TestChain.provider());
    const sections = await chain.result();
    const asked: string[] = [];
    const code = async (address: string) => {
      asked.push(address.toLowerCase());
      return (await chain.request({
        method: "eth_getCode",
        params: [address, "latest"],
      })) as string;
    };
    expect(await findMissingCode({ code }, sections)).to.deep.equal([]);
    const listed = JSON.stringify([sections.base, sections.dao, sections.test]).toLowerCase();
    const addresses = listed.match(/"0x[0-9a-f]{40}"/g)!.map((text) => text.slice(1, -1));
    expect(addresses.filter((address) => !asked.includes(address))).to.deep.equal([]);
    const none = async () => Promise.resolve("0x");
    const [warning] = await warnOfMissingCode({ code: none }, sections);
    expect(warning?.code).to.equal("no-code");
    expect(warning?.message).to.match(
      /^The node has no code for (\S+ (\w+ )?0x\w{40}(, | )){5}and \d+ more, which/,
    );
  });

  it("of a live network are reported missing on a local chain with its chain ID, and it continues", async (folder) => {
    await using node = closing(await openNode(["--chain-id", "1"]));
    const notes: string[] = [];
    const output = join(folder, "migration.json");
    const options = {
      provider: node.url,
      output,
      private: true,
      onNote: (note: string) => notes.push(note),
    };
    const { base } = await DaoMigration.migrateBase(options);
    expect(base?.DaoCreator).to.match(/^0x/);
    const file = JSON.parse(await readFile(output, "utf8")) as MigrationResult;
    const gone = { ...file.base, Redeemer: `0x${"ab".repeat(20)}` };
    await writeFile(output, JSON.stringify({ ...file, base: gone }));
    await DaoMigration.migrateDAO({ ...options, params: SMALL_DAO });
    expect(notes.join("\n")).to.match(
      /lists contracts that are not on this chain, \S+ \(chain ID 1\): base\.Redeemer 0xabab/,
    );
  });
});
