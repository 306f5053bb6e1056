import { getAddress } from "ethers/address";

/** Adds checksums to addresses. */
export function checksummed(addresses: readonly string[]): readonly string[] {
  return addresses.map((address) => getAddress(address));
}
