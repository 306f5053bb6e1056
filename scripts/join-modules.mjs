// @ts-check
// Joins what every command of Hardhat loads of the built plugin, and what a test chain starts with: each module
// costs a command a millisecond, and these are twenty and ninety small ones.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** Modules with classes stay: an error of another copy would be no `instanceof` what users import. */
const KEPT = /\/[\w-]*errors?\.js$|\/issues\.js$/;

/**
 * @param {string} folder of the joined module, from which its imports are written
 * @returns {import("esbuild").Plugin}
 */
function keepApart(folder) {
  return {
    name: "keep apart what is loaded later, and classes",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ kind, path: file, resolveDir }) => {
        if (kind !== "dynamic-import" && !KEPT.test(file)) return undefined;
        const relative = path.relative(folder, path.resolve(resolveDir, file));
        const posix = relative.split(path.sep).join("/");
        return { path: posix.startsWith(".") ? posix : `./${posix}`, external: true };
      });
    },
  };
}

/** @param {readonly string[]} entries files of dist, which are replaced */
export async function joinModules(entries) {
  for (const entry of entries) {
    await build({
      entryPoints: [entry],
      outfile: entry,
      allowOverwrite: true,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node22",
      packages: "external",
      sourcemap: true,
      sourcesContent: false,
      plugins: [keepApart(path.resolve(path.dirname(entry)))],
      logLevel: "warning",
    });
    moveImports(entry);
  }
}

/**
 * Moves `import()` into a small module beside the entry. Hardhat loads a configuration with tsx, which
 * writes every module anew that has one: for the large entry that takes longer than all the rest.
 *
 * @param {string} entry
 */
function moveImports(entry) {
  /** @type {string[]} */
  const specifiers = [];
  const code = readFileSync(entry, "utf8").replaceAll(
    /\bimport\(("[^"]+")\)/g,
    (_whole, specifier) => {
      if (!specifiers.includes(specifier)) specifiers.push(specifier);
      return `later${specifiers.indexOf(specifier)}()`;
    },
  );
  const file = entry.replace(/\.js$/, "-imports.js");
  const functions = specifiers.map(
    (specifier, index) => `export const later${index} = () => import(${specifier});\n`,
  );
  const names = specifiers.map((_specifier, index) => `later${index}`).join(", ");
  const line = `import { ${names} } from "./${path.basename(file)}";`;
  writeFileSync(file, functions.join(""));
  // At the end, so that the lines of the source map stay.
  writeFileSync(entry, code.replace(/(?=\/\/# sourceMappingURL)/, `${line}\n`));
}
