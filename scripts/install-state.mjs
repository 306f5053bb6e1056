// @ts-check
// hardhat.config.ts and run.mjs load this under any Node from 18 on, so only node: imports here.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Why `npm ci` has to run before a job; undefined if it does not.
 *
 * @param {string} root folder of the clone
 * @returns {string | undefined} the reason as a clause
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
 * The native package of EDR (Hardhat's chain) that this machine needs and lacks. npm silently leaves it out under a
 * Node older than 22, because the package is optional.
 *
 * @param {string} root folder of the clone
 * @returns {string | undefined} its name, or all suitable names, or undefined if nothing is missing
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
  // A platform that EDR does not support has no candidates, and installing would not help.
  return fitting.length === 0 || present ? undefined : fitting.join(" or ");
}

/**
 * @param {string} file
 * @returns {number | undefined} milliseconds, or undefined if there is no such file
 */
export function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
