import type { ArcRelease, Artifact } from "../arc/artifact.js";
import type { ContractSource } from "./parameters.js";

/**
 * Every artifact that a DAO migration may need, opened before it begins: the DAO's release, releases of single
 * contracts, and the build files of contracts that are not Arc's.
 */
export interface ArtifactSet {
  readonly release: ArcRelease;
  /** By version; includes `release`. */
  readonly releases: ReadonlyMap<string, ArcRelease>;
  /** Build files of custom-abis, by contract name. */
  readonly custom: ReadonlyMap<string, Artifact>;
}

/** The release that contains a stand-alone contract or custom scheme. */
export function releaseOf({ release, releases }: ArtifactSet, source: ContractSource): ArcRelease {
  return source.arcVersion === undefined ? release : releases.get(source.arcVersion)!;
}

export function artifactOf(set: ArtifactSet, source: ContractSource): Artifact {
  return source.fromArc
    ? releaseOf(set, source).artifact(source.name)
    : set.custom.get(source.name)!;
}
