import { toQuantity } from "ethers";

import { HARDFORK } from "../../chain/forkable-chains.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";

/** The last hard fork before Istanbul, whose calldata costs four times as much a byte. */
const EXPENSIVE = "petersburg";
/** Returns the chain's id, by an opcode that there is since Istanbul. */
const SINCE_ISTANBUL = "0x4660005260206000f3";
/** Returns its own address. */
const ALWAYS = "0x3060005260206000f3";

/**
 * The hard fork by whose rules a fork has to count gas. What a migration does is the same under all, but
 * what is rehearsed under today's rules runs out of gas on a chain before Istanbul.
 */
export async function rulesOf(
  target: Eip1193Provider,
  block: RpcBlock,
): Promise<typeof EXPENSIVE | typeof HARDFORK> {
  // Since London, blocks have one.
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
