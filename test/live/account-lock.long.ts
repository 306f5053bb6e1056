import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { migrateInChild } from "./children.js";
import { startAnvil } from "./nodes.js";
import { onNode, expectAsInProcess, reference } from "./support.js";

const SECTIONS = ["base"] as const;

describe("two processes with one account", () => {
  it("do not sign for the same nonces: one is refused, and the other finishes", async () => {
    await onNode(startAnvil(["--no-mining"]), async (node, output, folder) => {
      const outputs = [output, join(folder, "other.json")];
      const runs = outputs.map(
        async (each) => await migrateInChild(node, { output: each, sections: SECTIONS }),
      );
      // Nothing is mined, so only the one that is refused ends.
      await Promise.race(runs);
      for (const [method, ...params] of [["evm_setAutomine", true], ["evm_mine"]] as const) {
        await node.provider.request({ method, params });
      }
      const endings = await Promise.all(runs);
      const winner = endings.findIndex(({ code }) => code === 0);
      const [won, lost] = [outputs[winner] ?? "", endings[1 - winner]];
      expect(lost?.code, lost?.output).to.equal(1);
      expect(lost?.output).to.include("is in use by another migration");
      expect(lost?.output).to.match(/\(process \d+, which writes /);
      expect(lost?.output).to.include(`which writes ${won})`);
      await expectAsInProcess(node, won, await reference(node.mnemonic, SECTIONS));
      expect(await readdir(folder)).to.deep.equal([won.slice(folder.length + 1)]);
    });
  });
});
