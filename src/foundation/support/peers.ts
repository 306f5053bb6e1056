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
 * Checks that the packages that a project must install beside this one are installed, in versions that fit. Every entry
 * point calls it before loading them, because Node's own errors would be about modules.
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

/** The stack would only show an import, and push the one line that matters off the screen. */
function withoutFrames(message: string): MigrationError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new MigrationError(message);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The version that this module would load; undefined if it is not installed. */
function installedVersion(name: string): string | undefined {
  const own = dirname(packageFile("package.json"));
  // Asking Node would take ten times as long on every import.
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, "node_modules", name, "package.json");
    if (existsSync(file)) return manifest(file).version;
  }
  return versionAsResolved(name);
}

/** For installations without such a folder, as with Yarn's Plug'n'Play. */
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

/** Uses the package manager that runs this process, if it is known. */
export function installCommand(
  agent = process.env["npm_config_user_agent"] ?? "",
  isPlugAndPlay = "pnp" in process.versions,
): string {
  const manager = isPlugAndPlay ? "yarn" : /^(pnpm|yarn|bun)\//.exec(agent)?.[1];
  return manager === undefined ? "npm install --save-dev" : `${manager} add -D`;
}
