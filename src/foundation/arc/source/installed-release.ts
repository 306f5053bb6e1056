import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseArtifact } from "../artifact-file.js";
import { packageArtifacts, type PackageArtifacts } from "./package-artifacts.js";
import { BUILD_FOLDER, isBuildFile, isFlat } from "./packages.js";

const PACKAGE = join("node_modules", "@daostack", "arc");
const LARGEST_MANIFEST = 1024 * 1024;

/** Where a version of `@daostack/arc` is installed. */
export interface InstalledArc {
  /** Its folder in the project's own `node_modules`. */
  readonly own?: string;
  /**
   * The nearest folder above the project that has it. Anybody who can write to one of the folders above, perhaps a
   * stranger, could put something there, so it is never used.
   */
  readonly above?: string;
}

/** Finds exactly this version of `@daostack/arc`. An installation without build files does not count. */
export function findInstalledArc(version: string, projectRoot: string): InstalledArc {
  const own = join(projectRoot, PACKAGE);
  if (isBuilt(own, version)) return { own };
  for (let folder = projectRoot; folder !== dirname(folder);) {
    folder = dirname(folder);
    const above = join(folder, PACKAGE);
    if (isBuilt(above, version)) return { above };
  }
  return {};
}

function isBuilt(folder: string, version: string): boolean {
  try {
    const manifest = join(folder, "package.json");
    const file = statSync(manifest);
    // The folder may be anybody's, and reading a pipe would block forever.
    if (!file.isFile() || file.size > LARGEST_MANIFEST) return false;
    const found = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown } | null;
    return found?.version === version && existsSync(join(folder, BUILD_FOLDER, "Avatar.json"));
  } catch {
    return false;
  }
}

/**
 * Reads all artifacts of an installed package.
 * @throws ArcError for a file that is not a build file
 */
export function readInstalledArc(folder: string): PackageArtifacts {
  const entries = readdirSync(join(folder, BUILD_FOLDER), { recursive: true, withFileTypes: true });
  return packageArtifacts(
    entries.flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(folder, file).split(sep).join("/");
      if (!entry.isFile() || !isBuildFile(path)) return [];
      return [[path, isFlat(path), parseArtifact(readFileSync(file, "utf8"), file)] as const];
    }),
  );
}
