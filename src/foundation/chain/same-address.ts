import { getAddress } from "ethers/address";

/** Whether two addresses are the same in any spelling. */
export function isSameAddress(a: string, b: string | undefined): boolean {
  return a.toLowerCase() === b?.toLowerCase();
}

export function checksummed(addresses: readonly string[]): readonly string[] {
  return addresses.map((address) => getAddress(address));
}
