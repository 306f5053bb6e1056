import { id, zeroPadValue } from "ethers";

import { ERC20 } from "../../chain/erc20.js";
import type { TreasuryDescription } from "../description.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import { Contract } from "../reading/contract.js";
import { describeStakingToken } from "./describe-assets.js";

const TRANSFER = id("Transfer(address,address,uint256)");

/**
 * Reads what an avatar owns: ether, and every ERC-20 that it ever received or that `others` names, if any is left. A
 * token without Transfer events is found only through `others`.
 * @param others addresses of tokens to read in any case
 */
export async function readTreasury(
  reader: BlockReader,
  avatar: string,
  others: readonly string[],
): Promise<TreasuryDescription> {
  const logs = await reader.logs({ topics: [TRANSFER, null, zeroPadValue(avatar, 32)] });
  // Transfers of ERC-721 tokens have one more topic.
  const received = logs.filter(({ topics }) => topics.length === 3).map(({ address }) => address);
  const addresses = [...new Set([...others, ...received])].sort();
  const tokens = await Promise.all(
    addresses.map(async (address) => {
      const token = new Contract(reader, address, ERC20);
      const amount = await token.value("balanceOf", avatar).catch(ifRefused);
      if (amount === 0n) return [];
      return [{ ...(await describeStakingToken(token)), amount: String(amount) }];
    }),
  );
  return { ether: String(await reader.balance(avatar)), tokens: tokens.flat() };
}

/** A contract that emits the event but lacks the function is not a token. */
function ifRefused(error: unknown): bigint {
  if (error instanceof CallRefused) return 0n;
  throw error;
}
