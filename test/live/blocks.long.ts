import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { getAddress, toBeHex } from "ethers";

import { startAnvil, withNode } from "./nodes.js";
import {
  EXAMPLE,
  expectAsInProcess,
  migrate,
  reference,
  usedBlocks,
  withOutput,
} from "./support.js";

describe("a migration on a chain of one block a second", () => {
  it("takes at most 6 blocks for base and DAO, and at most 6 more for the demo test", async () => {
    await withNode(startAnvil(["--block-time", "1"]), async (node) => {
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

  it("takes at most 12 blocks for base and a DAO of 500 founders", async () => {
    const params = {
      ...(JSON.parse(await readFile(EXAMPLE, "utf8")) as object),
      founders: Array.from({ length: 500 }, (_, index) => ({
        address: getAddress(toBeHex(0x1000 + index, 20)),
        tokens: 1000 + index,
        reputation: 1000 - index,
      })),
    };
    const sections = ["base", "dao"] as const;
    await withNode(startAnvil(["--block-time", "1"]), async (node) => {
      await withOutput(async (output) => {
        const blocks: number[] = [];
        await migrate(node, {
          output,
          sections,
          params,
          onMined: ({ blockNumber }) => blocks.push(blockNumber),
        });
        expect(await usedBlocks(node.provider)).to.be.at.most(12);
        // Anvil forgets what a block had no room for; waiting for that would not show above.
        const [first, last] = [Math.min(...blocks), Math.max(...blocks)];
        expect(last - first + 1, "from the first step to the last").to.be.at.most(12);
        const expected = await reference(node.mnemonic, sections, params);
        await expectAsInProcess(node, output, expected, params);
      });
    });
  });
});
