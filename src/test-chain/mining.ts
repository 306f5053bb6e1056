import type { ServedProvider, TestChainNetwork } from "./options.js";

/** A migration mines by itself; how the chain is to mine counts from then on. */
export function withoutMining({ mining, ...network }: TestChainNetwork): TestChainNetwork {
  return { ...network, ...(mining?.mempool && { mining: { mempool: mining.mempool } }) };
}

/** Lets a migrated chain mine as it is to. */
export async function startMining(
  provider: Pick<ServedProvider, "request">,
  { mining }: TestChainNetwork,
): Promise<void> {
  const interval = mining?.interval ?? 0;
  // Hardhat's own rule: who names an interval and nothing else wants no other blocks.
  const auto = mining?.auto ?? mining?.interval === undefined;
  if (!auto) await provider.request({ method: "evm_setAutomine", params: [false] });
  if (interval !== 0) {
    await provider.request({ method: "evm_setIntervalMining", params: [interval] });
  }
}
