import { toQuantity, ZeroHash } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";

/** What EDR wants in a block, how it has to look, and what stands for it where it is something else. */
const FIELDS: readonly (readonly [string, RegExp, string | undefined])[] = [
  ["hash", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["parentHash", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["sha3Uncles", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["stateRoot", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["transactionsRoot", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["receiptsRoot", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["mixHash", /^0x[0-9a-f]{64}$/i, ZeroHash],
  ["logsBloom", /^0x[0-9a-f]{512}$/i, `0x${"0".repeat(512)}`],
  ["nonce", /^0x[0-9a-f]{16}$/i, "0x0000000000000000"],
  ["miner", /^0x[0-9a-f]{40}$/i, `0x${"0".repeat(40)}`],
  ["extraData", /^0x([0-9a-f]{2})*$/i, "0x"],
  ["difficulty", /^0x[0-9a-f]{1,64}$/i, "0x0"],
  ["totalDifficulty", /^0x[0-9a-f]{1,64}$/i, "0x0"],
  ["gasUsed", /^0x[0-9a-f]{1,16}$/i, "0x0"],
  ["size", /^0x[0-9a-f]{1,16}$/i, "0x0"],
  ["number", /^0x[0-9a-f]{1,16}$/i, undefined],
  ["gasLimit", /^0x[0-9a-f]{1,16}$/i, undefined],
  ["timestamp", /^0x[0-9a-f]{1,16}$/i, undefined],
  ["baseFeePerGas", /^0x[0-9a-f]{1,32}$/i, undefined],
];

/**
 * EDR keeps only what it reads of blocks that no reorganisation reaches, some hundred before the last. Of others
 * it asks for each account of each call again, which takes most of the time of a fork. What it keeps here ends
 * with the fork, so the block may be told to be that old.
 */
const FINAL_AFTER = 10_000n;

/**
 * A provider whose chain ends at one block. What is known of chain and block is not asked again. EDR
 * ends the whole process, this one, where that block is not there or not as it expects; so it gets
 * the block that was read before, without what a fork does not need: transactions of kinds that only
 * this chain has, and fields in a form of its own.
 */
export function pinnedAt(
  provider: Eip1193Provider,
  chainId: number,
  block: RpcBlock,
): Eip1193Provider {
  const number = toQuantity(block.number);
  const final = toQuantity(BigInt(number) + FINAL_AFTER);
  const known = plainBlock({ ...block, number });
  return {
    async request({ method, params = [] }) {
      if (method === "eth_chainId") return toQuantity(chainId);
      if (method === "net_version") return String(chainId);
      if (method === "eth_blockNumber") return final;
      if (method === "eth_getBlockByNumber" && params[0] === number) return known;
      return await provider.request({ method, params });
    },
  };
}

function plainBlock(block: RpcBlock): object {
  const given = block as unknown as Readonly<Record<string, unknown>>;
  const plain: Record<string, unknown> = { transactions: [], uncles: [] };
  for (const [name, form, fallback] of FIELDS) {
    const value = given[name];
    const isRight = typeof value === "string" && form.test(value);
    if (isRight || fallback !== undefined) plain[name] = isRight ? value : fallback;
  }
  return plain;
}
