// @ts-check
// Loads this project's TypeScript as compile-sources.mjs compiled it, once for all processes of the tests. tsx, which is
// for a Node that cannot load the rest of the TypeScript itself, takes three times as long: it asks another thread about
// every module.
// Usage: node --import ./scripts/load-sources.mjs <file>
import { existsSync, readFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileSources } from "./compile-sources.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** @type {string | undefined} */
let folder;

/**
 * @param {string} file of this project
 * @returns {string | undefined} the JavaScript it was compiled to, if it is one of the sources
 */
function compiled(file) {
  const relative = path.relative(root, file);
  if (!/^(src|tasks|fixtures|test)\b.*(?<!\.d)\.ts$/.test(relative)) return undefined;
  folder ??= compileSources();
  const made = path.join(folder, relative.replace(/\.ts$/, ".js"));
  return existsSync(made) ? made : undefined;
}

if (process.features.typescript) {
  process.setSourceMapsEnabled(true);
  Module.registerHooks({
    resolve(specifier, context, next) {
      if (/^(\.|file:).*\.js$/.test(specifier) && context.parentURL?.startsWith("file:")) {
        const url = new URL(specifier.replace(/js$/, "ts"), context.parentURL);
        if (existsSync(url)) return { url: url.href, shortCircuit: true };
      }
      return next(specifier, context);
    },
    load(url, context, next) {
      const made = url.startsWith("file:") ? compiled(fileURLToPath(url)) : undefined;
      if (made === undefined) return next(url, context);
      const map = path.relative(path.dirname(fileURLToPath(url)), `${made}.map`);
      const source = `${readFileSync(made, "utf8")}//# sourceMappingURL=${map}\n`;
      return { format: "module", source, shortCircuit: true };
    },
  });
} else {
  (await import("tsx/esm/api")).register();
}
