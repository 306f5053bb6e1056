import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";

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
