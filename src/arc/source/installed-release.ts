import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, sep } from "node:path";
import { parseArtifact } from "../artifact-file.js";
import type { ArcRelease, Artifact } from "../artifact.js";
import { BUILD_FOLDER, isBuildFile, isFlat } from "./build-files.js";
import { missingContract } from "../missing-contract.js";

/** Paths of the build files of an installed Arc, by contract. */
export interface InstalledArc {
  readonly flat: ReadonlyMap<string, string>;
  readonly nested: ReadonlyMap<string, string>;
}

/**
 * Finds `@daostack/arc` of exactly this version, installed for a project.
 * @returns undefined when there is none, or it has no built contracts.
 */
export function findInstalledArc(version: string, projectRoot: string): InstalledArc | undefined {
  try {
    const require = createRequire(join(projectRoot, "package.json"));
    const manifest = require.resolve("@daostack/arc/package.json");
    const found = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    if (found.version !== version) return undefined;
    const arc = listBuildFiles(dirname(manifest));
    return arc.flat.has("Avatar") ? arc : undefined;
  } catch {
    return undefined;
  }
}

function listBuildFiles(folder: string): InstalledArc {
  const flat = new Map<string, string>();
  const nested = new Map<string, string>();
  const entries = readdirSync(join(folder, BUILD_FOLDER), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).split(sep).join("/");
    if (!entry.isFile() || !isBuildFile(path)) continue;
    (isFlat(path) ? flat : nested).set(basename(path, ".json"), file);
  }
  return { flat, nested };
}

/** The user's own install as it is; a build file is read when its contract is asked for. */
export class InstalledRelease implements ArcRelease {
  readonly version: string;
  readonly contractNames: readonly string[];
  readonly #files: ReadonlyMap<string, string>;
  readonly #artifacts: Map<string, Artifact>;

  /** @param supplements artifacts that stand before the installed ones. */
  constructor(
    version: string,
    installed: InstalledArc,
    supplements: ReadonlyMap<string, Artifact>,
  ) {
    this.version = version;
    this.#files = new Map([...installed.nested, ...installed.flat]);
    this.#artifacts = new Map(supplements);
    this.contractNames = [...new Set([...this.#files.keys(), ...supplements.keys()])].sort();
  }

  has(contractName: string): boolean {
    return this.#files.has(contractName) || this.#artifacts.has(contractName);
  }

  artifact(contractName: string): Artifact {
    const known = this.#artifacts.get(contractName);
    if (known !== undefined) return known;

    const file = this.#files.get(contractName);
    if (file === undefined) throw missingContract(contractName, this);
    const artifact = parseArtifact(readFileSync(file, "utf8"), file);
    this.#artifacts.set(contractName, artifact);
    return artifact;
  }
}
