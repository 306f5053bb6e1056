import { toQuantity } from "ethers";

import { HARDFORK } from "../../../foundation/chain/forkable-chains.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";

/** The last hard fork before Istanbul. Call data costs four times as much per byte there. */
const EXPENSIVE = "petersburg";
/** The last hard fork before Constantinople. It lacks opcodes that the contracts of most releases use. */
const OLDEST = "byzantium";
/** Returns the chain ID, with an opcode that exists since Istanbul. */
const SINCE_ISTANBUL = "0x4660005260206000f3";
/** Returns 2, with an opcode that exists since Constantinople. */
const SINCE_CONSTANTINOPLE = "0x600160011b60005260206000f3";
/** Returns its own address, with an opcode that always existed. */
const ALWAYS = "0x3060005260206000f3";

/** Whether contracts may need opcodes that these rules lack. */
export function areOldest(hardfork: string): boolean {
  return hardfork === OLDEST;
}

/**
 * The hard fork whose rules a fork must use. From Constantinople on, a migration does the same under all rules, but gas
 * limits from a rehearsal under today's rules would be too low on a chain before Istanbul.
 */
export async function rulesOf(
  target: Eip1193Provider,
  block: RpcBlock,
): Promise<typeof OLDEST | typeof EXPENSIVE | typeof HARDFORK> {
  // Blocks have a base fee since London.
  if (block.baseFeePerGas !== undefined) return HARDFORK;
  const runs = async (data: string): Promise<boolean> => {
    const params = [{ data }, toQuantity(block.number)];
    return await target.request({ method: "eth_call", params }).then(
      (answer) => typeof answer === "string" && answer.length > 2,
      () => false,
    );
  };
  if ((await runs(SINCE_ISTANBUL)) || !(await runs(ALWAYS))) return HARDFORK;
  return (await runs(SINCE_CONSTANTINOPLE)) ? EXPENSIVE : OLDEST;
}
