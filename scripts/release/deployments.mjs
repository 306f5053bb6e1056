// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ReleaseError } from "./networks.mjs";

/** Where the package looks for known deployments: in its sources and its build. */
const FOLDERS = ["src/foundation/result/deployments", "dist/src/foundation/result/deployments"];

/**
 * Adds the addresses of a migration to the known deployments on a network. Keeps those of other releases.
 *
 * @param {string} network
 * @param {string} shape JSON by network, section and release, as `dao-migrate addresses --format daostack` prints it
 * @returns {boolean} whether anything is new
 * @throws {ReleaseError} if it contains nothing for the network
 */
export function addDeployments(network, shape) {
  const added = JSON.parse(shape)[network];
  if (added === undefined) {
    throw new ReleaseError(
      `migration-${network}.json has no addresses on ${network}, so the package cannot name them. Look at the file, and release again.`,
    );
  }
  const [file = "", built = ""] = FOLDERS.map((folder) => path.join(folder, `${network}.json`));
  const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const merged = { ...known };
  for (const [section, releases] of Object.entries(added)) {
    merged[section] = { ...known[section], ...releases };
  }
  if (isDeepStrictEqual(merged, known)) return false;
  for (const target of [file, built]) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(merged, null, 1)}\n`);
  }
  return true;
}
