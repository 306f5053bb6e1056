import { parseArtifact } from "../artifact-file.js";
import type { ArcRelease, Artifact } from "../artifact.js";
import {
  arcPackage,
  INFRA_CONTRACTS,
  INFRA_PACKAGE,
  isArcPackage,
  isBuildFile,
  isFlat,
  PREDECESSOR_PACKAGE,
  REGISTRY_CONTRACT,
  REGISTRY_PACKAGE,
} from "./packages.js";
import { readFiles } from "./read-tarball.js";

/** A build file of a package: whether it is directly in the build folder, and what it contains. */
type BuildFile = readonly [path: string, isFlat: boolean, artifact: Artifact];

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

/** Sorts a package's build files into those directly in its build folder and nested ones. */
function packageArtifacts(files: readonly BuildFile[]): PackageArtifacts {
  const flat = new Map<string, Artifact>();
  const nested = new Map<string, Artifact>();
  for (const [, isFlat, artifact] of files) {
    (isFlat ? flat : nested).set(artifact.contractName, artifact);
  }
  return { flat, nested };
}

/**
 * The packages in a tarball: the package itself, or the releases in the predecessor's.
 * @param isWanted which of the predecessor's releases, by version
 */
export async function unpackPackages(
  packageSpec: string,
  tarball: Buffer,
  isWanted: (version: string) => boolean,
): Promise<ReadonlyMap<string, PackageArtifacts>> {
  if (packageSpec === PREDECESSOR_PACKAGE) return await unpackPredecessor(tarball, isWanted);
  return new Map([[packageSpec, await unpackBuild(tarball)]]);
}

async function unpackBuild(tarball: Buffer): Promise<PackageArtifacts> {
  const files: BuildFile[] = [];
  await readFiles(tarball, isBuildFile, (path, text) => {
    files.push([path, isFlat(path), parseArtifact(text, path)]);
  });
  return packageArtifacts(files);
}

/** Reads the releases that the predecessor's package has in `contracts/<version>/<Name>.json`. */
async function unpackPredecessor(
  tarball: Buffer,
  isWanted: (version: string) => boolean,
): Promise<ReadonlyMap<string, PackageArtifacts>> {
  const files: BuildFile[] = [];
  const versionOf = (path: string): string =>
    /^contracts\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1] ?? "";
  await readFiles(
    tarball,
    (path) => isWanted(versionOf(path)),
    (path, text) => files.push([path, true, parseArtifact(text, path)]),
  );
  const releases = Map.groupBy(files, ([path]) => arcPackage(versionOf(path)));
  return new Map([...releases].map(([name, own]) => [name, packageArtifacts(own)]));
}
