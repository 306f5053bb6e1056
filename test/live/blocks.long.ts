import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { getAddress, toBeHex } from "ethers";

import { migrateLive } from "../../src/operations/run/live.js";
import { EXAMPLE, expectAsInProcess, migrate, reference, ROOT, withOutput } from "./support.js";
import { usedBlocks, withBlocksOnDemand } from "./used-blocks.js";

describe("what a migration costs in blocks and requests", () => {
  it("takes at most 6 blocks for base and DAO, and at most 6 more for the demo test", async () => {
    await withBlocksOnDemand(async (node) => {
      await withOutput(async (output) => {
        await migrate(node, { output, sections: ["base", "dao"] });
        const first = await usedBlocks(node.provider);
        expect(first).to.be.at.most(6);
        await migrate(node, { output, sections: ["test"] });
        expect((await usedBlocks(node.provider)) - first).to.be.at.most(6);
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });

  for (const useDaoCreator of [true, false]) {
    it(`takes at most 12 blocks for base and a DAO of 500 founders, ${useDaoCreator ? "with" : "without"} DaoCreator`, async () => {
      const params = {
        ...(JSON.parse(await readFile(EXAMPLE, "utf8")) as object),
        useDaoCreator,
        founders: Array.from({ length: 500 }, (_, index) => ({
          address: getAddress(toBeHex(0x1000 + index, 20)),
          tokens: 1000 + index,
          reputation: 1000 - index,
        })),
      };
      const sections = ["base", "dao"] as const;
      await withBlocksOnDemand(async (node) => {
        await withOutput(async (output) => {
          // As users run it: the provider of `migrate` would read the journal a thousand times.
          const { provider } = node;
          await migrateLive({ provider, sections, output, params, projectRoot: ROOT });
          // The blocks are full: a dropped transaction or a lost round would need more of them.
          expect(await usedBlocks(node.provider)).to.be.at.most(12);
          const expected = await reference(node.mnemonic, sections, params);
          await expectAsInProcess(node, output, expected, params);
        });
      });
    });
  }

  for (const [check, most] of [
    [false, 150],
    [true, 250],
  ] as const) {
    it(`makes at most ${most} requests over HTTP for base and DAO, ${check ? "and their check" : "unchecked"}`, async () => {
      await withBlocksOnDemand(async ({ provider }, requests) => {
        await withOutput(async (output) => {
          const sections = ["base", "dao"] as const;
          const inputs = { provider, sections, output, params: EXAMPLE, projectRoot: ROOT, check };
          await migrateLive({ ...inputs, polling: 200 });
          expect(requests()).to.be.within(30, most);
        });
      });
    });
  }
});
