import { toQuantity, ZeroAddress, ZeroHash } from "ethers";

import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { FORMATS } from "../../../foundation/support/formats.js";

/**
 * The block fields that EDR requires, their format, and the value to use if a field is missing or has another format.
 */
const FIELDS: readonly (readonly [string, RegExp, string | undefined])[] = [
  ...[
    "hash",
    "parentHash",
    "sha3Uncles",
    "stateRoot",
    "transactionsRoot",
    "receiptsRoot",
    "mixHash",
  ].map((name) => [name, FORMATS.Hash, ZeroHash] as const),
  ["logsBloom", hexUpTo(512, 512), `0x${"0".repeat(512)}`],
  ["nonce", hexUpTo(16, 16), "0x0000000000000000"],
  ["miner", FORMATS.Address, ZeroAddress],
  ["extraData", FORMATS.Bytes, "0x"],
  ["difficulty", hexUpTo(64), "0x0"],
  ["totalDifficulty", hexUpTo(64), "0x0"],
  ["gasUsed", hexUpTo(16), "0x0"],
  ["size", hexUpTo(16), "0x0"],
  ["number", hexUpTo(16), undefined],
  ["gasLimit", hexUpTo(16), undefined],
  ["timestamp", hexUpTo(16), undefined],
  ["baseFeePerGas", hexUpTo(32), undefined],
];

function hexUpTo(most: number, least = 1): RegExp {
  return new RegExp(`^0x[0-9a-f]{${least},${most}}$`, "i");
}

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
