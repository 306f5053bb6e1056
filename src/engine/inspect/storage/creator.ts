import { getAddress, getCreateAddress } from "ethers";

import { isCreatedBy } from "../../../foundation/chain/created-by.js";
import { firstBlockOf } from "../../../foundation/chain/first-block.js";
import type { BlockReader } from "../reading/block-reader.js";

/** How many contracts of a block may be the factory. */
const MOST_FACTORIES = 20;

/**
 * Finds who created a contract: up to rc.33, a controller gives all permissions to its creator, and emits no event.
 * The answer is proven by the contract's address, which is the hash of its creator and the creator's nonce.
 * @returns undefined if a contract created it in an unusual way
 */
export async function findCreator(
  reader: BlockReader,
  address: string,
): Promise<string | undefined> {
  const codeAt = async (block: number): Promise<string> => await reader.codeAt(address, block);
  const created = await firstBlockOf(codeAt, reader.block.number);
  const transactions = await reader.transactionsOf(created);
  const factories = new Set<string>();
  for (const { from, to, nonce } of transactions) {
    const made = getCreateAddress({ from, nonce: Number(nonce) });
    if (to === null && made === address) return getAddress(from);
    factories.add(to === null ? made : getAddress(to));
  }
  return [...factories].slice(0, MOST_FACTORIES).find((from) => isCreatedBy(address, from));
}
