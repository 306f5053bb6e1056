// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** Tests that start processes or nodes: too slow to run for each mutant. */
const SLOW_FOLDERS = ["test/cli/", "test/image/", "test/live/", "test/scripts/", "test/tasks/"];

/**
 * The TypeScript files in folders, and files as given, relative to the root.
 * @param {string} root
 * @param {readonly string[]} paths
 */
export function filesIn(root, paths) {
  return paths.flatMap((path) => {
    const whole = join(root, path);
    if (!existsSync(whole)) throw new Error(`There is no ${path}.`);
    if (statSync(whole).isFile()) return [normalize(path)];
    return readdirSync(whole, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
      .map((name) => join(path, name))
      .sort();
  });
}

/**
 * The fast tests in a folder; those that start processes or nodes only if the folder is theirs.
 * @param {string} root
 * @param {string} [folder]
 */
export function fastTestsIn(root, folder = "test") {
  return filesIn(root, [folder]).filter(
    (file) =>
      file.endsWith(".test.ts") &&
      !SLOW_FOLDERS.some((slow) => file.startsWith(slow) && !`${folder}/`.startsWith(slow)),
  );
}

/**
 * The fast tests of each source file: its mirror, those in its mirror's folder, and those that import it, directly or
 * through other files of `test/`.
 * @param {string} root
 * @param {readonly string[]} sources
 * @returns {Map<string, string[]>}
 */
export function testsOf(root, sources) {
  const tests = fastTestsIn(root);
  const imports = new Map(tests.map((test) => [test, importsOf(root, test)]));
  return new Map(
    sources.map((source) => {
      const folder = dirname(source).replace(/^src\b/, "test");
      return [
        source,
        tests.filter((test) => dirname(test) === folder || imports.get(test)?.has(source) === true),
      ];
    }),
  );
}

/**
 * @param {string} root
 * @param {string} file
 * @param {Set<string>} seen
 */
function importsOf(root, file, seen = new Set()) {
  const text = readFileSync(join(root, file), "utf8");
  for (const [, specifier = ""] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    const imported = relative(root, join(root, dirname(file), specifier.replace(/\.js$/, ".ts")));
    if (seen.has(imported)) continue;
    seen.add(imported);
    if (imported.startsWith("test/") && existsSync(join(root, imported))) {
      importsOf(root, imported, seen);
    }
  }
  return seen;
}
