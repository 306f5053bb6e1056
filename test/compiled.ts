import { cpSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";

import { buildSync } from "esbuild";

import { folderOfState, keep, unfinished } from "../scripts/kept-state.mjs";

const root = path.dirname(import.meta.dirname);
let compiledFolder: string | undefined;

/**
 * Compiles the sources and the tests' own programs to JavaScript, for tests that start processes: it starts in two
 * thirds of the time.
 * @param file relative to the project root, such as "src/interfaces/cli/dao-migrate.ts"
 * @returns path of the JavaScript file
 */
export function compiled(file: string): string {
  compiledFolder ??= compileAll();
  return path.join(compiledFolder, file.replace(/\.ts$/, ".js"));
}

function compileAll(): string {
  const files = ["src", "tasks", "fixtures", "test"].flatMap((folder) => filesIn(folder));
  const folder = folderOfState("compiled-sources", files);
  if (existsSync(folder)) return folder;
  const made = unfinished(folder);
  buildSync({
    absWorkingDir: root,
    entryPoints: files.filter((file) => file.endsWith(".ts")),
    outbase: ".",
    outdir: made,
    platform: "node",
    format: "esm",
    target: "node22",
    logLevel: "warning",
  });
  for (const file of files.filter((name) => name.endsWith(".json"))) {
    cpSync(path.join(root, file), path.join(made, file));
  }
  keep(made, folder);
  return folder;
}

/** TypeScript and JSON files in a folder of the root, relative to the root, sorted by name. */
function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (name) => /(?<!\.d)\.ts$|\.json$/.test(name) && !/(^|[/\\])node_modules[/\\]/.test(name),
    )
    .map((name) => path.join(folder, name))
    .sort();
}

// Before the workers of a suite start, which would all do it.
if (import.meta.main) compileAll();
