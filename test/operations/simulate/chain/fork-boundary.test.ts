import { expect } from "chai";

import { expectRecorded } from "../../../recorded.js";
import { acrossForkBoundary } from "../../../../src/operations/simulate/chain/fork-boundary.js";

/** Returns a fork of block 7, and what was asked of the chain and of the fork. */
function opened() {
  const asked: string[] = [];
  const provider = (name: string) => ({
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      asked.push(`${name} ${method} ${JSON.stringify(params)}`);
      const [block] = params as readonly unknown[];
      const answer =
        method === "eth_getLogs" ? [name] : { number: "0x9", hash: `0x${String(block)}` };
      return await Promise.resolve(answer);
    },
  });
  const isUntouched = async (address: string) => await Promise.resolve(address === "0xaa");
  const across = acrossForkBoundary({
    ...{ chain: provider("chain"), fork: provider("fork"), block: 7, isUntouched },
  });
  return {
    /** Asks, and returns what was asked by that. */
    ask: async (method: string, ...params: unknown[]) => {
      asked.length = 0;
      const answer = await across.request({ method, params });
      return { answer, asked: [...asked] };
    },
  };
}

describe("a fork that is read across its boundary", () => {
  it("has the logs up to the boundary from the chain, later ones from the fork", async () => {
    const { ask } = opened();
    const logs = async (fromBlock: string, toBlock: string) =>
      (await ask("eth_getLogs", { fromBlock, toBlock })).asked;
    expectRecorded([await logs("0x1", "0x7"), await logs("0x8", "0x9"), await logs("0x1", "0x9")]);
  });

  it("knows by its hash whether a block is the chain's", async () => {
    const { ask } = opened();
    for (const [block, of] of [
      ["0x7", "chain"],
      ["0x8", "fork"],
    ] as const) {
      expect((await ask("eth_getBlockByNumber", block, false)).asked[0]).to.match(RegExp(`^${of}`));
      expect((await ask("eth_getLogs", { blockHash: `0x${block}` })).answer).to.deep.equal([of]);
    }
  });

  it("calls contracts that nothing on the fork touched on the chain, and reports no later block as final", async () => {
    const { ask } = opened();
    const call = async (to: string, block: string) =>
      (await ask("eth_call", { to }, block)).asked[0]!.split(" ")[0];
    expect(await call("0xaa", "0x9")).to.equal("chain");
    expect(await call("0xbb", "0x9")).to.equal("fork");
    expect(await call("0xbb", "0x7")).to.equal("chain");
    expect((await ask("eth_getBlockByNumber", "finalized", false)).asked).to.deep.equal([
      'chain eth_getBlockByNumber ["finalized",false]',
      'chain eth_getBlockByNumber ["0x7",false]',
    ]);
  });
});
