import type { ArcRelease, Artifact } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import type { ContractSource } from "./parameters.js";
import { DEFAULTS } from "../support/defaults.js";

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
export function releaseOf(set: ArtifactSet, source: ContractSource): ArcRelease {
  const version = source.arcVersion ?? set.release.version;
  const release = set.releases.get(version);
  if (release === undefined) throw new MigrationError(`Arc ${version} was not loaded.`);
  return release;
}

export function artifactOf(set: ArtifactSet, source: ContractSource): Artifact {
  if (source.fromArc) return releaseOf(set, source).artifact(source.name);
  const artifact = set.custom.get(source.name);
  if (artifact === undefined) {
    throw new MigrationError(
      `The build file of ${source.name} was not read from ${DEFAULTS.customAbis}.`,
    );
  }
  return artifact;
}
