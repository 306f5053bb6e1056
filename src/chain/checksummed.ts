import { getAddress } from "ethers/address";

/** Addresses with checksums. */
export function checksummed(addresses: readonly string[]): readonly string[] {
  return addresses.map((address) => getAddress(address));
}
