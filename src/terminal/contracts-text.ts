import type { ArcRelease } from "../arc/artifact.js";

/**
 * The names of a release's contracts, a line each, or one contract's ABI as JSON.
 * @param abi the contract whose ABI is wanted
 * @throws ArcError if the release has no such contract
 */
export function contractsText(release: ArcRelease, abi: string | undefined): string {
  return abi === undefined
    ? release.contractNames.join("\n")
    : JSON.stringify(release.artifact(abi).abi, null, 2);
}
