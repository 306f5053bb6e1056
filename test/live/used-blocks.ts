import { setTimeout } from "node:timers/promises";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";

/** Milliseconds without a new transaction after which a run is taken to wait for a block. */
const QUIET = 1000;

/**
 * Runs with anvil, which mines when the run waits. Blocks by the clock would count how slow a machine is; these count
 * how often the run waits for what it sent, and how full its blocks are.
 */
export async function withBlocksOnDemand(run: (node: TestNode) => Promise<void>): Promise<void> {
  await withNode(startAnvil(["--no-mining"]), async (node) => {
    const end = new AbortController();
    const mining = mineWhenQuiet(node.provider, end.signal);
    try {
      await Promise.race([run(node), mining]);
    } finally {
      end.abort();
      await mining;
    }
  });
}

async function mineWhenQuiet(provider: Eip1193Provider, end: AbortSignal): Promise<void> {
  let before = 0;
  for (let since = Date.now(); !end.aborted; await setTimeout(QUIET / 10)) {
    const { pending } = (await provider.request({ method: "txpool_status", params: [] })) as {
      pending: string;
    };
    if (Number(pending) !== before) {
      before = Number(pending);
      since = Date.now();
    } else if (before > 0 && Date.now() - since >= QUIET) {
      await provider.request({ method: "evm_mine", params: [] });
      before = 0;
    }
  }
}

/** Returns the number of blocks with transactions. */
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
