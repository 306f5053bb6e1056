import { getAddress, getCreateAddress } from "ethers";

/** How many contracts a contract may have created before; a nonce is one hash. */
const MOST_NONCES = 2000;

/**
 * Whether a contract created another one: an address is the hash of its creator and the creator's nonce.
 * @param next the nonce of its next creation
 */
export function isCreatedBy(address: string, from: string, next = MOST_NONCES): boolean {
  const wanted = getAddress(address);
  for (let nonce = 1; nonce < Math.min(next, MOST_NONCES); nonce++)
    if (getCreateAddress({ from, nonce }) === wanted) return true;
  return false;
}
