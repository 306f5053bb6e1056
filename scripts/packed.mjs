// @ts-check
// Packs this project as it would be published, once for each state of its files, for the tests that install it.
// Usage: node scripts/run.mjs exec -- node scripts/packed.mjs
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { folderOfState, keep, unfinished } from "./kept-state.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** What is made from the files, and what is not for the package: a changed test packs nothing again. */
const LEFT_OUT = new Set(["dist", ".git", "artifacts", "cache", "test", "bench"]);

/** @returns {string} the tarball */
export function packed() {
  const files = filesIn(root);
  const folder = folderOfState("packed", files);
  if (!existsSync(folder)) pack(files, folder);
  const [name = ""] = readdirSync(folder);
  return path.join(folder, name);
}

/**
 * Builds and packs in a copy, because another process may do so at the same time.
 * @param {string[]} files @param {string} folder
 */
function pack(files, folder) {
  const copy = mkdtempSync(path.join(tmpdir(), "dao-packed-"));
  try {
    for (const file of files) cpSync(path.join(root, file), path.join(copy, file));
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    /** @type {import("node:child_process").ExecFileSyncOptions} */
    const options = { cwd: copy, stdio: ["ignore", "ignore", "inherit"] };
    execFileSync(process.execPath, ["scripts/build.mjs"], options);
    const made = unfinished(folder);
    mkdirSync(made, { recursive: true });
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", made], {
      ...options,
      shell: process.platform === "win32",
    });
    keep(made, folder);
  } finally {
    rmSync(copy, { recursive: true });
  }
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
