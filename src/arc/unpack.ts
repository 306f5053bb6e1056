import { basename } from "node:path";
import { Parser } from "tar";
import type { ReadEntry } from "tar";
import type { Artifact } from "./artifact.js";
import { parseArtifact } from "./artifact-file.js";

/** The artifacts of a package, by name. Hardhat's layout has those of dependencies only nested. */
export interface PackageArtifacts {
  readonly flat: ReadonlyMap<string, Artifact>;
  readonly nested: ReadonlyMap<string, Artifact>;
}

/** Where truffle and Arc's Hardhat builds put build files, below the package's root. */
export const BUILD_FOLDER = "build/contracts/";

/** Whether a path below the package's root is a contract's build file. */
export function isBuildFile(path: string): boolean {
  return (
    path.startsWith(BUILD_FOLDER) &&
    path.endsWith(".json") &&
    !path.endsWith(".dbg.json") &&
    !path.includes("/build-info/")
  );
}

/** Whether a build file lies directly in `build/contracts`. */
export function isFlat(path: string): boolean {
  return !path.slice(BUILD_FOLDER.length).includes("/");
}

/** The artifacts of a package whose build files are in `build/contracts`. */
export async function unpackBuild(tarball: Buffer): Promise<PackageArtifacts> {
  const flat = new Map<string, Artifact>();
  const nested = new Map<string, Artifact>();
  await readEntries(tarball, isBuildFile, (path, text) => {
    const artifact = parseArtifact(text, path);
    (isFlat(path) ? flat : nested).set(basename(path, ".json"), artifact);
  });
  return { flat, nested };
}

/** The releases that the predecessor's package has in `contracts/<version>/<Name>.json`. */
export async function unpackPredecessor(
  tarball: Buffer,
  versions: readonly string[],
): Promise<ReadonlyMap<string, PackageArtifacts>> {
  const releases = new Map(versions.map((version) => [version, new Map<string, Artifact>()]));
  const releaseOf = (path: string): Map<string, Artifact> | undefined => {
    const [folder, version, file, ...deeper] = path.split("/");
    if (folder !== "contracts" || !file?.endsWith(".json") || deeper.length > 0) return undefined;
    return releases.get(version!);
  };
  await readEntries(
    tarball,
    (path) => releaseOf(path) !== undefined,
    (path, text) => {
      releaseOf(path)!.set(basename(path, ".json"), parseArtifact(text, path));
    },
  );
  return new Map(
    [...releases].map(([version, flat]) => [version, { flat, nested: new Map() }] as const),
  );
}

/** Streams: at most one file of the tarball is in memory unpacked. Paths are below the package's root. */
async function readEntries(
  tarball: Buffer,
  wanted: (path: string) => boolean,
  read: (path: string, text: string) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const parser = new Parser({
      strict: true,
      onReadEntry: (entry: ReadEntry) => {
        const path = entry.path.slice(entry.path.indexOf("/") + 1);
        if (entry.type !== "File" || !wanted(path)) {
          entry.resume();
          return;
        }
        const chunks: Buffer[] = [];
        entry.on("data", (chunk: Buffer) => chunks.push(chunk));
        entry.on("end", () => {
          try {
            read(path, Buffer.concat(chunks).toString("utf8"));
          } catch (error) {
            reject(error);
          }
        });
      },
    });
    parser.on("error", reject);
    parser.on("end", resolve);
    parser.end(tarball);
  });
}
