import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { MigrationError } from "./errors.js";
import { packageFile } from "./package.js";

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Checks that the packages are there that a project has to install beside this one, in versions that
 * fit. Every door calls it before it loads anything of theirs: what Node says is about modules.
 * @throws MigrationError with the command that installs what is missing
 */
export function requirePeers(): void {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest(
    packageFile("package.json"),
  );
  const wrong = Object.entries(peerDependencies)
    .filter(([name]) => peerDependenciesMeta[name]?.optional !== true)
    .map(([name, range]) => ({ name, range, found: installedVersion(name) }))
    .filter(({ range, found }) => found === undefined || !fits(found, range));
  if (wrong.length === 0) return;
  const needs = wrong.map(({ name, range, found }) => `${name} ${range}, found ${found ?? "none"}`);
  const wanted = wrong.map(({ name, range }) => `"${name}@${range}"`);
  throw withoutFrames(
    `hardhat-dao-migration needs ${needs.join("; ")}: ${installCommand()} ${wanted.join(" ")}`,
  );
}

/** The frames would be those of an import, and push the one line that matters off the screen. */
function withoutFrames(message: string): MigrationError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new MigrationError(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** As this module would load it; undefined if it is not installed. */
function installedVersion(name: string): string | undefined {
  const own = dirname(packageFile("package.json"));
  // Asking Node takes ten times as long, on every import.
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, "node_modules", name, "package.json");
    if (existsSync(file)) return manifest(file).version;
  }
  return versionAsResolved(name);
}

/** Where there is no folder of that name, as with Yarn's Plug'n'Play. */
function versionAsResolved(name: string): string | undefined {
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve(name));
  } catch {
    return undefined;
  }
  for (; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (!existsSync(file)) continue;
    const found = manifest(file);
    if (found.name === name) return found.version;
  }
  return undefined;
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

/** Whether a version is in a range such as `^3.17.0`, the only kind that our peers have. */
export function fits(version: string, range: string): boolean {
  const [found, wanted] = [numbersOf(version), numbersOf(range.replace("^", ""))];
  if (found[0] !== wanted[0]) return false;
  const index = [1, 2].find((place) => found[place] !== wanted[place]);
  return index === undefined || found[index]! > wanted[index]!;
}

function numbersOf(version: string): readonly number[] {
  return version.split(/[-+]/)[0]!.split(".").map(Number);
}

/** With the package manager that runs this, as far as that is known. */
export function installCommand(
  agent = process.env["npm_config_user_agent"] ?? "",
  isPlugAndPlay = "pnp" in process.versions,
): string {
  const manager = isPlugAndPlay ? "yarn" : /^(pnpm|yarn|bun)\//.exec(agent)?.[1];
  return manager === undefined ? "npm install --save-dev" : `${manager} add -D`;
}
