// @ts-check
// The sources and the tests' own programs as JavaScript, for tests that start processes: node starts it in
// half the time that tsx takes. Every state of the files is compiled once, into a folder of its own below
// node_modules, from where packages and package.json are found as from the root.
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const cache = path.join(root, "node_modules/.cache/compiled-sources");

/**
 * @returns {string} the folder that holds `src`, `tasks`, `fixtures` and `test` as JavaScript
 */
export function compileSources() {
  const files = ["src", "tasks", "fixtures", "test"].flatMap((folder) => filesIn(folder));
  const hash = createHash("sha256");
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  const folder = path.join(cache, hash.digest("hex").slice(0, 16));
  if (!existsSync(folder)) {
    removeOld();
    const unfinished = path.join(cache, randomUUID());
    buildSync({
      absWorkingDir: root,
      entryPoints: files.filter((file) => file.endsWith(".ts")),
      outbase: ".",
      outdir: unfinished,
      platform: "node",
      format: "esm",
      target: "node22",
      logLevel: "warning",
    });
    for (const file of files.filter((name) => name.endsWith(".json"))) {
      cpSync(path.join(root, file), path.join(unfinished, file));
    }
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another process may have been faster.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return folder;
}

/** Removes what no run can still use: folders that are older than a day. */
function removeOld() {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > 24 * 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder below the root
 * @returns {string[]} its TypeScript and JSON files, relative to the root, in the order of their names
 */
function filesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => /(?<!\.d)\.ts$|\.json$/.test(name) && !/(^|[/\\])node_modules[/\\]/.test(name),
    )
    .map((name) => path.join(folder, name))
    .sort();
}
