import { concat, dataSlice, toQuantity } from "ethers";

import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";

/**
 * What a transaction can see beyond the state of the chain, and that depends on who sends it when. What is absent is as
 * the fork has it. Of code that looks at anything else of its block or sender, it is never known what it does: `looks.ts`.
 */
export interface Conditions {
  /** Seconds that pass before the first vote, and between the decision and what anybody may send then. */
  readonly time?: { readonly before: number; readonly between: number };
  /** Blocks that are made before. */
  readonly blocks?: number;
  /** The least ether that a sender has besides the fee, wei. */
  readonly balance?: bigint;
  /** The gas that a transaction gets; `least` for as little as it takes. */
  readonly gas?: "least" | ((to: string | undefined, data: string) => bigint | undefined);
  /** Addresses at which somebody has put code; it answers every call with the selector that it was called with. */
  readonly code?: readonly string[];
}

/** What receivers of tokens and signers (EIP-1271) have to answer, too. */
const ANSWERS = "0x60003563ffffffff60e01b1660005260206000f3";

/** Sends a request to a fork. */
export type Request = (method: string, params?: unknown[]) => Promise<unknown>;

/** Puts code at addresses, and lets time and blocks pass. */
export async function enter(
  request: Request,
  { time, blocks = 0, code = [] }: Conditions,
): Promise<void> {
  // The first of the blocks comes one second after the last one, and not when the computer's clock says so.
  const latest = await request("eth_getBlockByNumber", ["latest", false]);
  const { timestamp, hash } = latest as RpcBlock;
  // No contract can know this address before.
  const delegate = dataSlice(hash, 12);
  if (code.length > 0) await request("hardhat_setCode", [delegate, ANSWERS]);
  for (const address of code) {
    const nonce = await request("eth_getTransactionCount", [address, "latest"]);
    // An account that sends something may have no other code than a delegate's (EIP-7702).
    const own = BigInt(String(nonce)) === 0n ? ANSWERS : concat(["0xef0100", delegate]);
    await request("hardhat_setCode", [address, own]);
  }
  const count = Math.max(blocks, time === undefined ? 0 : 1);
  if (count === 0) return;
  const seconds = Math.max(1, Math.floor((time?.before ?? 0) / count));
  await request("evm_setNextBlockTimestamp", [Number(timestamp) + seconds]);
  await request("hardhat_mine", [toQuantity(count), toQuantity(seconds)]);
}
