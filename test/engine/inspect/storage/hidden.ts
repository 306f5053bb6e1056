import { toBeHex } from "ethers";

import type { Inspection } from "../../../../src/engine/inspect/description.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import type { Dao } from "../raw-dao.js";

/** What an inspection does not explain, and what it does not know. */
export function unexplained({ storage }: Pick<Inspection, "storage">): string[] {
  return Object.entries(storage).flatMap(([owner, each]) => {
    if ("notRead" in each) return [`${owner}: ${each.notRead}`];
    return each.explained ? [] : [`${owner}: ${each.differing}`];
  });
}

/** A node that answers otherwise. */
export function changed(
  provider: Eip1193Provider,
  change: (method: string, answer: unknown, params: unknown) => unknown,
): Eip1193Provider {
  return {
    request: async (call) => change(call.method, await provider.request(call), call.params),
  };
}

/** Writes into a contract's storage what none of its code wrote. */
export async function plant(
  dao: Dao,
  address: string,
  storage: readonly (readonly [bigint, bigint])[],
): Promise<void> {
  for (const [slot, value] of storage) {
    await dao.request("hardhat_setStorageAt", [
      address,
      `0x${slot.toString(16)}`,
      toBeHex(value, 32),
    ]);
  }
  await dao.request("evm_mine");
}
