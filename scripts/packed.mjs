// @ts-check
// Packs this project as it would be published, once for each state of its files, for the tests that install it.
// Usage: node scripts/run.mjs exec -- node scripts/packed.mjs
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { folderOfState, keep, unfinished } from "./kept-state.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const LEFT_OUT = new Set(["node_modules", "dist", ".git", "artifacts", "cache"]);

/** @returns {string} the tarball */
export function packed() {
  const folder = folderOfState("packed", filesIn(root));
  if (!existsSync(folder)) {
    const made = unfinished(folder);
    mkdirSync(made, { recursive: true });
    execFileSync("npm", ["pack", "--pack-destination", made], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    keep(made, folder);
  }
  const [name = ""] = readdirSync(folder);
  return path.join(folder, name);
}

/**
 * @param {string} folder
 * @returns {string[]} what the package depends on, sorted and relative to the root
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && !(folder === root && LEFT_OUT.has(name)))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [path.relative(root, file)];
    })
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packed());
