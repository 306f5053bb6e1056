import type { Artifact } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";

export type { AbiEntry, AbiParameter, Artifact } from "../arc/artifact.js";
export { ARC_VERSIONS, DEFAULT_ARC_VERSION } from "../arc/versions.js";

/** How a release is found. */
export interface ArcOptions {
  /** The project whose installed `@daostack/arc` counts. Default: the current folder. */
  readonly projectRoot?: string;
  /** Told before something is fetched. */
  readonly onNote?: (message: string) => void;
}

/**
 * One contract of a release: name, ABI and bytecodes. The release is carried, cached, or fetched once
 * with npm; it is what was published, or it is refused.
 * @param version in full or short, such as `0.0.1-rc.40` or `rc.40`
 * @throws MigrationError where there is no such release or contract, with the nearest names
 * @example
 * const { abi } = await artifact("rc.40", "Avatar");
 */
export async function artifact(
  version: string,
  contractName: string,
  options: ArcOptions = {},
): Promise<Artifact> {
  return (await open(version, options)).artifact(contractName);
}

/**
 * All contracts of a release, by name.
 * @example
 * for (const { contractName, abi } of Object.values(await artifacts("rc.40"))) index(contractName, abi);
 */
export async function artifacts(
  version: string,
  options: ArcOptions = {},
): Promise<Readonly<Record<string, Artifact>>> {
  const release = await open(version, options);
  return Object.fromEntries(release.contractNames.map((name) => [name, release.artifact(name)]));
}

async function open(version: string, { projectRoot, onNote }: ArcOptions) {
  return await openArcRelease(version, {
    ...(projectRoot !== undefined && { projectRoot }),
    ...(onNote !== undefined && { onFetch: onNote }),
  });
}
