import type { Artifact } from "../../foundation/arc/artifact.js";
import { openArcRelease } from "../../foundation/arc/open-release.js";

export type {
  AbiEntry,
  AbiParameter,
  Artifact,
  ImmutablePart,
} from "../../foundation/arc/artifact.js";
export { ARC_VERSIONS, DEFAULT_ARC_VERSION } from "../../foundation/arc/versions.js";

/** Options for finding a release. */
export interface ArcOptions {
  /** The project whose installed `@daostack/arc` is used. Default: the current folder. */
  readonly projectRoot?: string;
  /** Called before something is fetched. */
  readonly onNote?: (message: string) => void;
}

/**
 * One contract of a release: name, ABI and bytecodes. The release comes with this package, from the cache, or once from
 * npm, and must match what was published.
 * @param version full or short, such as `0.0.1-rc.40` or `rc.40`
 * @throws MigrationError for an unknown release or contract, with similar names
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
  return await openArcRelease(version, { projectRoot, onFetch: onNote });
}
