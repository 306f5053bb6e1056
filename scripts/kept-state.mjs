// @ts-check
// What tests make of this project's files (its sources as JavaScript, the packed package), made once for every
// state of the files, in folders below node_modules: packages and package.json are found from there as from the root.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const KEPT_MS = 24 * 3_600_000;

/**
 * @param {string} kind of what is made
 * @param {readonly string[]} files that it is made of, relative to the root, in an order that stays
 * @returns {string} the folder for it; it exists if it was made before
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
 * Where to make it; then call {@link keep}. Removes what no run can still use: folders that are older than a day.
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
 * Moves what was made to its folder.
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
