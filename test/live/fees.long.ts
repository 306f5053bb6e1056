import { expect } from "chai";
import { Transaction } from "ethers";

import { startAnvil, startGanache, type TestNode } from "./nodes.js";
import { onNode, before, expectAsInProcess, migrate, reference, SEND } from "./support.js";

describe("fees of a migration", () => {
  const NODES: readonly (readonly [string, number, () => Promise<TestNode>])[] = [
    // Before Istanbul, a byte of calldata costs four times as much gas.
    ["anvil of Petersburg are legacy ones", 0, () => startAnvil(["--hardfork", "petersburg"])],
    ["ganache of Berlin are legacy ones", 0, () => startGanache({ chain: { hardfork: "berlin" } })],
    ["anvil of Osaka are those of EIP-1559", 2, () => startAnvil(["--hardfork", "osaka"])],
  ];
  for (const [name, type, start] of NODES) {
    it(`on ${name}`, async () => {
      await onNode(start(), async (node, output) => {
        const types = new Set<number | null>();
        const provider = before(node.provider, async ({ method, params }) => {
          if (method === SEND) types.add(Transaction.from(params?.[0] as string).type);
        });
        await migrate(node, { output, provider });
        expect([...types]).to.deep.equal([type]);
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  }
});
