// @ts-check
// Runs in the build stage of the Dockerfile, in a built copy of the package: keeps only what a container needs to run,
// in the versions of package-lock.json. If it removes too much, the next step fails, because it migrates.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";

import { filesIn, isManifest, manifests, strip } from "./installed.mjs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
// Projects install these themselves, but the image has no such project. The optional ones are for tests.
for (const name of Object.keys(manifest.peerDependencies)) {
  if (manifest.peerDependenciesMeta?.[name]?.optional === true) continue;
  manifest.dependencies[name] = manifest.devDependencies[name];
}
for (const key of [
  "devDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "scripts",
  "files",
]) {
  delete manifest[key];
}
const imported = await importedFiles();
writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
// What it asks the registry about was just installed.
const prune = ["prune", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
execFileSync("npm", prune, { stdio: "inherit" });

for (const file of filesIn("node_modules")) {
  if (!imported.has(file) && !isKept(file)) rmSync(file);
}
for (const folder of packages()) {
  if (!filesIn(folder).some((file) => imported.has(file) || isNative(file))) {
    rmSync(folder, { recursive: true });
  }
}
for (const file of filesIn("dist")) {
  if (/\.(d\.ts|map)$/.test(file) || (file.endsWith(".js") && !imported.has(file))) rmSync(file);
}
filesIn("node_modules").filter(isNative).forEach(strip);

/**
 * The files that the programs and the next step can import at any time, without those that only compile or test. esbuild
 * finds them in the same places as Node; its bundle is discarded.
 */
async function importedFiles() {
  const programs = filesIn("dist/src/interfaces/cli").filter((file) => file.endsWith(".js"));
  const { metafile } = await build({
    entryPoints: [...programs, "dist/src/test-chain/open.js"],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    // Node also loads modules without side effects.
    ignoreAnnotations: true,
    treeShaking: false,
    loader: { ".node": "empty" },
    metafile: true,
    write: false,
    outdir: "unused",
    logLevel: "error",
    // hardhat imports it to run a project's TypeScript, of which there is none here.
    external: ["tsx"],
  });
  return new Set(Object.keys(metafile.inputs).filter((file) => !file.endsWith(".node")));
}

/** @param {string} file */
function isKept(file) {
  const name = path.basename(file);
  if (name !== "package.json")
    return /^(licen[cs]e|notice|copying)\b/i.test(name) || isNative(file);
  // A package.json in a subfolder tells Node how to load the files beside it.
  const folder = `${path.posix.dirname(file)}/`;
  return isManifest(file) || [...imported].some((each) => each.startsWith(folder));
}

/**
 * Whether a file is the chain itself. Hardhat's other native modules are for compiling, which the image does not do.
 *
 * @param {string} file
 */
function isNative(file) {
  return file.endsWith(`/edr.linux-${process.arch}-gnu.node`);
}

/** The folders of installed packages. */
function packages() {
  return manifests().map((file) => path.dirname(file));
}
