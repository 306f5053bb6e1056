import type { ArcRelease } from "../arc/artifact.js";

/**
 * The names of a release's contracts, one per line, or one contract's ABI as JSON.
 * @param abi name of the contract whose ABI to print
 * @throws ArcError if the release has no such contract
 */
export function contractsText(release: ArcRelease, abi: string | undefined): string {
  return abi === undefined
    ? release.contractNames.join("\n")
    : JSON.stringify(release.artifact(abi).abi, null, 2);
}
