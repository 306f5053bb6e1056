import { toQuantity } from "ethers";

import { HARDFORK } from "../../../foundation/chain/forkable-chains.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";

/** The last hard fork before Istanbul. Call data costs four times as much per byte there. */
const EXPENSIVE = "petersburg";
/** Returns the chain ID, with an opcode that exists since Istanbul. */
const SINCE_ISTANBUL = "0x4660005260206000f3";
/** Returns its own address, with an opcode that always existed. */
const ALWAYS = "0x3060005260206000f3";

/**
 * The hard fork whose gas rules a fork must use. A migration does the same under all rules, but gas limits from a
 * rehearsal under today's rules would be too low on a chain before Istanbul.
 */
export async function rulesOf(
  target: Eip1193Provider,
  block: RpcBlock,
): Promise<typeof EXPENSIVE | typeof HARDFORK> {
  // Blocks have a base fee since London.
  if (block.baseFeePerGas !== undefined) return HARDFORK;
  const runs = async (data: string): Promise<boolean> => {
    const params = [{ data }, toQuantity(block.number)];
    return await target.request({ method: "eth_call", params }).then(
      (answer) => typeof answer === "string" && answer.length > 2,
      () => false,
    );
  };
  const isOld = !(await runs(SINCE_ISTANBUL)) && (await runs(ALWAYS));
  return isOld ? EXPENSIVE : HARDFORK;
}
