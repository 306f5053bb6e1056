import { parseArtifact } from "../artifact-file.js";
import type { Artifact } from "../artifact.js";
import { packageArtifacts, type PackageArtifacts } from "./assemble.js";
import { arcPackage, isBuildFile, isFlat, PREDECESSOR_PACKAGE } from "./packages.js";
import { readFiles } from "./read-tarball.js";

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

/** Reads the artifacts of a package with build files in `build/contracts`. */
async function unpackBuild(tarball: Buffer): Promise<PackageArtifacts> {
  const files: [string, boolean, Artifact][] = [];
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
  const releases = new Map<string, [string, boolean, Artifact][]>();
  const versionOf = (path: string): string | undefined =>
    /^contracts\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
  await readFiles(
    tarball,
    (path) => isWanted(versionOf(path) ?? ""),
    (path, text) => {
      const version = versionOf(path)!;
      const files = releases.get(version) ?? [];
      files.push([path, true, parseArtifact(text, path)]);
      releases.set(version, files);
    },
  );
  return new Map(
    [...releases].map(([version, files]) => [arcPackage(version), packageArtifacts(files)]),
  );
}
