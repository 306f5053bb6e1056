// @ts-check
// Joins the modules that every Hardhat command loads from the built plugin, and those that a test chain loads at its
// start. Each module costs a command a millisecond.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

/**
 * Modules with error classes stay separate: with a second copy, errors would not be `instanceof` the class that users
 * import.
 */
export const KEPT = /\/[\w-]*errors?\.js$|\/issues\.js$/;

/** Modules of Node that are loaded when one of their functions is called. */
const LATE = ["node:crypto", "node:fs/promises"];

/** Joined with what it uses of ethers, a third of what it would load. Nothing of it reaches users. */
const WITH_ETHERS = "record.js";

const MODULES = `${path.sep}node_modules${path.sep}`;

/** The package's modules that a joined one imports at once. */
const IMPORTED = /(?<=^import \{[^}]*\} from ")\.[^"]+(?=";$)/gm;

/** @satisfies {import("esbuild").BuildOptions} */
const OUTPUT = {
  bundle: true,
  format: /** @type {const} */ ("esm"),
  platform: /** @type {const} */ ("node"),
  target: "node22",
  metafile: true,
  logLevel: /** @type {const} */ ("warning"),
};

/**
 * @param {string} entry the joined module, from whose folder its imports are written
 * @returns {import("esbuild").Plugin}
 */
function keepApart(entry) {
  const folder = path.resolve(path.dirname(entry));
  const isForOldNode = path.basename(entry) === "can-start.js";
  const apart = path.basename(entry) === WITH_ETHERS ? /^(zod)(\/|$)/ : /^(ethers|zod)(\/|$)/;
  return {
    name: "keep apart what is loaded later, and classes",
    setup({ onResolve, onLoad }) {
      // Files beside a module are named relative to it.
      onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
        const code = await readFile(file, "utf8");
        const beside = /(?<=new URL\(")\.[^"]+(?=", import\.meta\.url\))/g;
        return {
          contents: code.replaceAll(beside, (name) => {
            const target = path.relative(folder, path.resolve(path.dirname(file), name));
            return `./${target.split(path.sep).join("/")}`;
          }),
        };
      });
      // An `import` of one of Node's modules reads all that it exports, and some of that loads more of them. What tells
      // users of an old Node about it must load there.
      onResolve({ filter: /^(node:|crypto$)/ }, ({ path: name }) =>
        isForOldNode ? undefined : { path: name, namespace: "node" },
      );
      onLoad({ filter: /./, namespace: "node" }, async ({ path: name }) => {
        const names = Object.keys(await import(name)).filter((own) => own !== "default");
        const all = `process.getBuiltinModule(${JSON.stringify(name)})`;
        const lines = names.map((own) => {
          const now = `/* @__PURE__ */ (() => ${all}.${own})()`;
          const isLate = LATE.includes(name) && /^[a-z]/.test(own) && own !== "constants";
          return `export const ${own} = ${isLate ? `(...given) => ${all}.${own}(...given)` : now};`;
        });
        return {
          contents: `${lines.join("\n")}\nexport default /* @__PURE__ */ (() => ${all})();`,
        };
      });
      // Otherwise an import stays although nothing of it is used. Ethers has 150 modules.
      onResolve({ filter: apart }, ({ path: name }) => {
        return { path: name, external: true, sideEffects: false };
      });
      onResolve({ filter: /^\./ }, ({ kind, path: file, resolveDir }) => {
        if (resolveDir.includes(MODULES)) return undefined;
        if (kind !== "dynamic-import" && !KEPT.test(file)) return undefined;
        const relative = path.relative(folder, path.resolve(resolveDir, file));
        const posix = relative.split(path.sep).join("/");
        // Classes have no side effects when they load, so if none is used, the import is dropped.
        const target = posix.startsWith(".") ? posix : `./${posix}`;
        return { path: target, external: true, sideEffects: false };
      });
    },
  };
}

/**
 * @param {readonly string[]} entries files of dist, which are replaced. The classes that the first one imports are
 * joined, too, in a separate module.
 */
export async function joinModules(entries) {
  for (const entry of entries) {
    const { metafile } = await build({
      entryPoints: [entry],
      outfile: entry,
      allowOverwrite: true,
      ...OUTPUT,
      packages: path.basename(entry) === WITH_ETHERS ? "bundle" : "external",
      external: ["tar"],
      plugins: [keepApart(entry)],
    });
    moveImports(entry);
    addLicenses(entry, Object.keys(metafile.inputs));
  }
  const [first] = entries;
  if (first !== undefined) await joinClasses(first);
}

/**
 * Puts the licenses of joined packages before the code.
 *
 * @param {string} entry
 * @param {readonly string[]} files that were joined
 */
function addLicenses(entry, files) {
  const packages = files.flatMap(
    (file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  const licenses = [...new Set(packages)].map((folder) => {
    const name = readdirSync(folder).find((own) => own.startsWith("LICENSE")) ?? "LICENSE";
    return `/*\n${readFileSync(path.join(folder, name), "utf8").trim()}\n*/\n`;
  });
  if (licenses.length > 0) writeFileSync(entry, licenses.join("") + readFileSync(entry, "utf8"));
}

/**
 * Joins the class modules that an entry imports. Replaces each of them by a line that re-exports its contents, so that
 * every import gets the same classes.
 *
 * @param {string} entry
 */
async function joinClasses(entry) {
  const folder = path.resolve(path.dirname(entry));
  const joined = entry.replace(/\.js$/, "-errors.js");
  const code = readFileSync(entry, "utf8");
  const specifiers = [...new Set(code.match(IMPORTED))].filter((file) => KEPT.test(file));
  const modules = await Promise.all(
    specifiers.map(async (specifier) => {
      const file = path.join(folder, specifier);
      return { file, names: await exportsOf(file) };
    }),
  );
  const lines = modules.map(
    ({ file, names }) => `export { ${names.join(", ")} } from ${JSON.stringify(file)};\n`,
  );
  await build({
    stdin: { contents: lines.join(""), resolveDir: folder },
    outfile: joined,
    ...OUTPUT,
  });
  for (const { file, names } of modules) {
    const relative = path.relative(path.dirname(file), path.resolve(joined));
    const posix = relative.split(path.sep).join("/");
    writeFileSync(file, `export { ${names.join(", ")} } from "${posix}";\n`);
  }
  const own = `./${path.basename(joined)}`;
  writeFileSync(
    entry,
    code.replaceAll(IMPORTED, (file) => (specifiers.includes(file) ? own : file)),
  );
}

/** @param {string} file */
async function exportsOf(file) {
  const { metafile } = await build({
    entryPoints: [file],
    write: false,
    metafile: true,
    format: "esm",
    logLevel: "warning",
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

/**
 * Moves `import()` into a small module beside the entry. Hardhat loads a configuration with tsx, which rewrites every
 * module that contains one. For the large entry, that takes longer than everything else.
 *
 * @param {string} entry
 */
function moveImports(entry) {
  /** @type {string[]} */
  const specifiers = [];
  const code = readFileSync(entry, "utf8").replaceAll(
    /(?<!\.)\bimport\(("[^"]+")\)/g,
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
  writeFileSync(entry, `${code}${line}\n`);
}
