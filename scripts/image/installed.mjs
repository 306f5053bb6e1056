// @ts-check
// Helpers for the steps of the image that deal with installed packages.
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * All files below a folder, with the folder's name before theirs.
 *
 * @param {string} folder
 */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
}

/**
 * Whether a file is the package.json of an installed package.
 *
 * @param {string} file
 */
export function isManifest(file) {
  return /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file);
}

/** The package.json of each installed package. */
export function manifests() {
  return filesIn("node_modules").filter(isManifest);
}

/**
 * Removes debugging symbols from a native module: a fifth of its size.
 *
 * @param {string} file
 */
export function strip(file) {
  execFileSync("strip", ["--strip-unneeded", file]);
}
