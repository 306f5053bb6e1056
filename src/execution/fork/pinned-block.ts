import { toQuantity, ZeroHash } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";

/**
 * The block fields that EDR requires, their format, and the value to use if a field is missing or has another format.
 */
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
 * EDR caches only what it reads at blocks that a reorganisation cannot reach, about a hundred behind the latest. At
 * later blocks it requests each account again for each call, which takes most of a fork's time. The fork's cache ends
 * with the fork, so it is safe to claim that the chain is this many blocks longer.
 */
const FINAL_AFTER = 10_000n;

/**
 * A provider whose chain ends at one block. It answers requests for the chain ID and this block itself. EDR ends the
 * whole process, which is ours, if the block is missing or has an unexpected format. So it gets the block that was read
 * before, without what a fork does not need: transaction types that only this chain has, and fields in another format.
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
