import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";

/** The last block of a chain. */
export interface Head {
  readonly number: number;
  readonly hash: string;
  /** UNIX seconds. */
  readonly time: number;
}

export async function headOf(provider: Eip1193Provider): Promise<Head> {
  const { number, hash, timestamp } = await blockAt(provider, "latest");
  return { number: Number(number), hash, time: Number(timestamp) };
}

/** The time of a block in UNIX seconds. */
export async function timeOf(provider: Eip1193Provider, number: number): Promise<number> {
  return Number((await blockAt(provider, `0x${number.toString(16)}`)).timestamp);
}

/** The time that the next block would have, in UNIX seconds. */
export async function nextTimeOf(provider: Eip1193Provider): Promise<number> {
  return Number((await blockAt(provider, "pending")).timestamp);
}

/** How many seconds the chain's clock is ahead of the machine's; negative if it is behind. */
export async function offsetOf(provider: Eip1193Provider): Promise<number> {
  return Number(await provider.request({ method: "evm_increaseTime", params: [0] }));
}

async function blockAt(provider: Eip1193Provider, block: string): Promise<RpcBlock> {
  const params = [block, false];
  return (await provider.request({ method: "eth_getBlockByNumber", params })) as RpcBlock;
}
