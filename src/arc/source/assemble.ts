import type { ArcRelease, Artifact } from "../artifact.js";
import {
  INFRA_CONTRACTS,
  INFRA_PACKAGE,
  isArcPackage,
  REGISTRY_CONTRACT,
  REGISTRY_PACKAGE,
} from "./packages.js";

/** The artifacts of a package by name, from files directly in its build folder and from nested ones. */
export interface PackageArtifacts {
  readonly flat: ReadonlyMap<string, Artifact>;
  readonly nested: ReadonlyMap<string, Artifact>;
}

/**
 * All artifacts of a package. Adds to an Arc release what it lacks, from the packages that belong to it. Only the
 * release's own contents decide what it lacks.
 * @param open opens one of those packages
 */
export async function assemble(
  packageSpec: string,
  own: PackageArtifacts,
  open: (packageSpec: string) => Promise<ArcRelease>,
): Promise<readonly Artifact[]> {
  const artifacts = new Map([...own.nested, ...own.flat]);
  if (isArcPackage(packageSpec)) {
    const registry = await open(REGISTRY_PACKAGE);
    artifacts.set(REGISTRY_CONTRACT, registry.artifact(REGISTRY_CONTRACT));
    const missing = INFRA_CONTRACTS.filter((name) => !own.flat.has(name));
    if (missing.length > 0) {
      const infra = await open(INFRA_PACKAGE);
      for (const name of missing) artifacts.set(name, infra.artifact(name));
    }
  }
  return [...artifacts.values()];
}

/**
 * Sorts a package's build files into those directly in its build folder and nested ones. If two nested files have the
 * same name, the later path counts, whatever the order in which they were read.
 */
export function packageArtifacts(
  files: Iterable<readonly [path: string, isFlat: boolean, artifact: Artifact]>,
): PackageArtifacts {
  const flat = new Map<string, Artifact>();
  const nested = new Map<string, Artifact>();
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, isFlat, artifact] of sorted) {
    (isFlat ? flat : nested).set(artifact.contractName, artifact);
  }
  return { flat, nested };
}
