import type { ServedProvider, TestChainNetwork } from "./options.js";

/** Removes the mining mode, which applies only after the migration. */
export function withoutMining({ mining, ...network }: TestChainNetwork): TestChainNetwork {
  return { ...network, ...(mining?.mempool && { mining: { mempool: mining.mempool } }) };
}

/** Applies the requested mining mode. */
export async function startMining(
  provider: Pick<ServedProvider, "request">,
  { mining }: TestChainNetwork,
): Promise<void> {
  const interval = mining?.interval ?? 0;
  // As in Hardhat: an interval alone turns automine off.
  const auto = mining?.auto ?? mining?.interval === undefined;
  if (!auto) await provider.request({ method: "evm_setAutomine", params: [false] });
  if (interval !== 0) {
    await provider.request({ method: "evm_setIntervalMining", params: [interval] });
  }
}
