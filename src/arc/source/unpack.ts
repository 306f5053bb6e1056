import { basename } from "node:path";
import { Parser } from "tar";
import type { ReadEntry } from "tar";
import { parseArtifact } from "../artifact-file.js";
import type { Artifact } from "../artifact.js";
import { isBuildFile, isFlat } from "./build-files.js";

/** The artifacts of a package by name: directly in its build folder, and below that. */
export interface PackageArtifacts {
  readonly flat: ReadonlyMap<string, Artifact>;
  readonly nested: ReadonlyMap<string, Artifact>;
}

/** The artifacts of a package whose build files are in `build/contracts`. */
export async function unpackBuild(tarball: Buffer): Promise<PackageArtifacts> {
  const flat = new Map<string, Artifact>();
  const nested = new Map<string, Artifact>();
  await readFiles(tarball, isBuildFile, (path, text) => {
    (isFlat(path) ? flat : nested).set(basename(path, ".json"), parseArtifact(text, path));
  });
  return { flat, nested };
}

/** The releases that the predecessor's package has in `contracts/<version>/<Name>.json`, by version. */
export async function unpackPredecessor(
  tarball: Buffer,
  isWanted: (version: string) => boolean,
): Promise<ReadonlyMap<string, PackageArtifacts>> {
  const releases = new Map<string, Map<string, Artifact>>();
  const versionOf = (path: string): string | undefined =>
    /^contracts\/([^/]+)\/[^/]+\.json$/.exec(path)?.[1];
  await readFiles(
    tarball,
    (path) => isWanted(versionOf(path) ?? ""),
    (path, text) => {
      const version = versionOf(path)!;
      const artifacts = releases.get(version) ?? new Map<string, Artifact>();
      releases.set(version, artifacts.set(basename(path, ".json"), parseArtifact(text, path)));
    },
  );
  return new Map([...releases].map(([version, flat]) => [version, { flat, nested: new Map() }]));
}

/** Streams: at most one file is in memory unpacked. Paths are below the package's root. */
async function readFiles(
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
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      },
    });
    parser.on("error", reject);
    parser.on("end", resolve);
    parser.end(tarball);
  });
}
