import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { withProxy } from "./faulty-proxy.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { SEND } from "./support.js";

/** Requests in a row that send nothing, after which a run with pending transactions waits for a block. */
const WAITING = 6;

/**
 * Runs with anvil behind a proxy, which mines when the run waits, and counts its HTTP requests. Blocks by the clock would
 * count how slow a machine is; these count how often the run waits for what it sent, and how full its blocks are.
 */
export async function withBlocksOnDemand(
  run: (node: TestNode, requests: () => number, direct: TestNode) => Promise<void>,
  {
    args = [],
    beforeBlock,
  }: { readonly args?: readonly string[]; readonly beforeBlock?: () => Promise<void> } = {},
): Promise<void> {
  await withNode(startAnvil(["--no-mining", ...args]), async (node) => {
    const ask = async (method: string) => await node.provider.request({ method, params: [] });
    let [requests, since] = [0, 0];
    await withProxy(
      node.url,
      async ({ method }) => {
        if (method === SEND) since = 0;
        if (since < WAITING) return undefined;
        since = 0;
        const { pending } = (await ask("txpool_status")) as { pending: string };
        if (Number(pending) === 0) return undefined;
        await beforeBlock?.();
        await ask("evm_mine");
        return undefined;
      },
      async (url) =>
        await run({ ...node, url, provider: new RpcClient(url) }, () => requests, node),
      () => {
        requests++;
        since++;
      },
    );
  });
}

export async function usedBlocks(provider: Eip1193Provider): Promise<number> {
  const latest = Number(await provider.request({ method: "eth_blockNumber" }));
  let used = 0;
  for (let number = 1; number <= latest; number++) {
    const block = (await provider.request({
      method: "eth_getBlockByNumber",
      params: [`0x${number.toString(16)}`, false],
    })) as { transactions: unknown[] };
    if (block.transactions.length > 0) used++;
  }
  return used;
}
