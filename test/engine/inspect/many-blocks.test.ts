import { expect } from "chai";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { onDao } from "./raw-dao.js";

const BLOCKS = 5_000_000;
const MOST_BLOCKS = 1000;

interface Filter {
  readonly fromBlock: string;
  readonly toBlock: string;
}

/** The same chain, which returns events of 1,000 blocks at a time and counts requests. */
function counting(chain: Eip1193Provider, blocks: ReadonlySet<number>) {
  const requests: Record<string, number> = {};
  const provider: Eip1193Provider = {
    request: async (call) => {
      requests[call.method] = (requests[call.method] ?? 0) + 1;
      const [filter] = (call.params ?? []) as [Filter | undefined];
      if (call.method !== "eth_getLogs" || filter?.fromBlock === undefined) {
        return await chain.request(call);
      }
      const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
      if (to - from >= MOST_BLOCKS) throw new Error(`exceed maximum block range: ${MOST_BLOCKS}`);
      const isEmpty = [...blocks].every((block) => block < from || block > to);
      return isEmpty ? [] : await chain.request(call);
    },
  };
  return { provider, requests };
}

describe("inspectDao on a long chain", function () {
  this.timeout(120_000);

  it("reads 5 million blocks, 1,000 at a time, with at most 12,000 requests, and finds the same", async () => {
    await onDao(async (raw) => {
      const { provider } = raw.chain.connection;
      const mine = async (count: number) =>
        await provider.request({ method: "hardhat_mine", params: [`0x${count.toString(16)}`] });
      const blocks = new Set<number>();
      const note = async (from: number) => {
        const range = { fromBlock: `0x${from.toString(16)}` };
        const logs = await provider.request({ method: "eth_getLogs", params: [range] });
        for (const { blockNumber } of logs as { blockNumber: string }[]) blocks.add(Number(blockNumber));
      };
      await raw.vote(await raw.ask());
      await note(0);
      await mine(BLOCKS);
      const late = Number(await provider.request({ method: "eth_blockNumber", params: [] }));
      await raw.vote(await raw.ask());
      await note(late);
      const counted = counting(provider, blocks);
      const started = performance.now();
      const found = await inspectDao(counted.provider, raw.dao.Avatar, { cacheDir: "/dev/null" });
      console.log(performance.now() - started, counted.requests);
      const wanted = await inspectDao(provider, raw.dao.Avatar);
      expect(found).to.deep.equal(wanted);
    });
  });
});
