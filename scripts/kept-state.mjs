// @ts-check
// Keeps what tests build from this project's files (the sources as JavaScript, the packed package), once for every
// state of the files. The folders are below node_modules, so that packages and package.json are found as from the root.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const KEPT_MS = 24 * 3_600_000;

/**
 * @param {string} kind name of what is built
 * @param {readonly string[]} files it is built from, relative to the root, in a fixed order
 * @returns {string} its folder, which exists if it was already built
 */
export function folderOfState(kind, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return path.join(root, "node_modules/.cache", kind, hash.digest("hex").slice(0, 16));
}

/**
 * A folder to build in; then call {@link keep}. Removes results that no run can still use: those older than a day.
 *
 * @param {string} folder
 * @returns {string} a folder beside it that does not exist
 */
export function unfinished(folder) {
  const all = path.dirname(folder);
  for (const name of existsSync(all) ? readdirSync(all) : []) {
    const other = path.join(all, name);
    const age = Date.now() - (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > KEPT_MS) rmSync(other, { recursive: true, force: true });
  }
  return path.join(all, randomUUID());
}

/**
 * Moves what was built to its folder.
 *
 * @param {string} made
 * @param {string} folder
 */
export function keep(made, folder) {
  try {
    renameSync(made, folder);
  } catch (error) {
    // Another process may have been faster.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
