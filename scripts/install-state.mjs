// @ts-check
// Read by hardhat.config.ts and by run.mjs under any Node from 18 on: nothing but node: imports here.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Why `npm ci` has to run before a job can, or undefined when what is installed will do.
 *
 * @param {string} root folder of the clone
 * @returns {string | undefined} the reason as half a sentence
 */
export function reasonToInstall(root) {
  // npm writes this file last, so an interrupted install has none.
  const installed = modified(path.join(root, "node_modules/.package-lock.json"));
  if (installed === undefined) {
    return "node_modules is missing or incomplete";
  }
  const lock = modified(path.join(root, "package-lock.json"));
  if (lock !== undefined && lock > installed) {
    return "package-lock.json is newer than node_modules";
  }
  if (!existsSync(path.join(root, "node_modules/hardhat/package.json"))) {
    return "node_modules has no development dependencies";
  }
  const missing = missingNativePart(root);
  return missing === undefined ? undefined : `node_modules lacks ${missing}`;
}

/**
 * The native package of EDR (Hardhat's chain) that this machine needs and does not have. npm leaves it
 * out without a word when it runs under a Node older than 22, because the package is optional.
 *
 * @param {string} root folder of the clone
 * @returns {string | undefined} its name, or the names that would do, or undefined when nothing is missing
 */
export function missingNativePart(root) {
  const scope = path.join(root, "node_modules/@nomicfoundation");
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(path.join(scope, "edr/package.json"), "utf8"));
  } catch {
    return "@nomicfoundation/edr";
  }
  const platform = `@nomicfoundation/edr-${process.platform}-${process.arch}`;
  const fitting = Object.keys(manifest.optionalDependencies ?? {}).filter(
    (name) => name === platform || name.startsWith(`${platform}-`),
  );
  const present = fitting.some((name) =>
    existsSync(path.join(root, "node_modules", name, "package.json")),
  );
  // A platform that EDR does not support has no candidates, and no install would help.
  return fitting.length === 0 || present ? undefined : fitting.join(" or ");
}

/**
 * @param {string} file
 * @returns {number | undefined} milliseconds, or undefined when there is no such file
 */
export function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
