import { compareCode } from "../arc/compilation/compare.js";
import type { ArcRelease } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";
import type { OpenOptions } from "../arc/source/open-options.js";
import { ARC_VERSIONS } from "../arc/versions.js";

/** The name of the contract of a release whose code this is. */
export function nameOfCode(code: string, release: ArcRelease): string | undefined {
  if (code === "0x") return undefined;
  return release.contractNames.find(
    (name) => compareCode(code, release.artifact(name).deployedBytecode).outcome !== "different",
  );
}

/**
 * The newest release of which this is the code of a contract with this name. Only releases that are at
 * hand are looked through.
 */
export async function releaseOfCode(
  code: string,
  contractName: string,
  options: OpenOptions,
): Promise<string | undefined> {
  for (const version of ARC_VERSIONS.toReversed()) {
    const release = await openArcRelease(version, {
      ...options,
      offline: true,
      onFetch() {},
    }).catch(() => undefined);
    if (release?.has(contractName) !== true) continue;
    const { deployedBytecode } = release.artifact(contractName);
    if (compareCode(code, deployedBytecode).outcome !== "different") return version;
  }
  return undefined;
}
