import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { getAddress, toBeHex } from "ethers";

import { migrateInChild } from "./children.js";
import { startAnvil } from "./nodes.js";
import { onNode, EXAMPLE, expectAsInProcess, migrate, reference } from "./support.js";

const SECTIONS = ["base", "dao"] as const;

describe("a migration that is killed while hundreds of its transactions are pending", () => {
  it("does each of them once when it is resumed", async () => {
    const params = {
      ...(JSON.parse(await readFile(EXAMPLE, "utf8")) as object),
      useDaoCreator: false,
      founders: Array.from({ length: 200 }, (_, index) => ({
        address: getAddress(toBeHex(0x1000 + index, 20)),
        tokens: 1000 + index,
        reputation: 1000 - index,
      })),
    };
    await onNode(startAnvil(["--block-time", "1"]), async (node, output, folder) => {
      const file = join(folder, "params.json");
      await writeFile(file, JSON.stringify(params));
      const crash = {
        at: "request",
        method: "eth_sendRawTransaction",
        count: 330,
        after: true,
      } as const;
      const inputs = { output, sections: SECTIONS, params: file, crash };
      const { signal, output: said } = await migrateInChild(node, inputs);
      expect(signal, said).to.equal("SIGKILL");
      const lines = (await readFile(`${output}.journal`, "utf8")).split("\n");
      expect(lines.length).to.be.above(330);
      await migrate(node, { output, sections: SECTIONS, params: file });
      const expected = await reference(node.mnemonic, SECTIONS, params);
      await expectAsInProcess(node, output, expected, params);
    });
  });
});
