import { setTimeout } from "node:timers/promises";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";

export interface MinedReceipt {
  readonly contractAddress: string;
  readonly blockNumber: string;
  readonly logs: readonly unknown[];
}

/** Sends from one of a node's own accounts, and waits for the receipt: anvil answers before it mines. */
export async function sendMined(
  provider: Eip1193Provider,
  transaction: object,
): Promise<MinedReceipt> {
  const hash = await provider.request({ method: "eth_sendTransaction", params: [transaction] });
  for (;;) {
    const receipt = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
    if (receipt !== null) return receipt as MinedReceipt;
    await setTimeout(10);
  }
}
