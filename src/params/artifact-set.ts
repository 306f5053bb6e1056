import type { ArcRelease, Artifact } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import type { ContractSource } from "./parameters.js";

/**
 * Every artifact a DAO migration may need, opened before it begins: the DAO's release, those that
 * single contracts ask for, and the build files of contracts that are not Arc's.
 */
export interface ArtifactSet {
  readonly release: ArcRelease;
  /** By version; holds `release` too. */
  readonly releases: ReadonlyMap<string, ArcRelease>;
  /** By contract name: build files of custom-abis. */
  readonly custom: ReadonlyMap<string, Artifact>;
}

/** The release that a stand-alone contract or custom scheme is taken from. */
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
    throw new MigrationError(`The build file of ${source.name} was not read from custom-abis.`);
  }
  return artifact;
}
