import { stat } from "node:fs/promises";
import { join } from "node:path";

import { MigrationError } from "../support/errors.js";
import { readRegular } from "../support/read-regular.js";
import { shownPath } from "../support/shown-path.js";

/** Hardhat's name for the project's folder in the names of sources; others are of packages. */
const IN_PROJECT = /^project\//;
const LARGEST_FILE = 256 * 1024 * 1024;

/**
 * Rejects an artifact that the sources have left behind: on a live chain, nobody could take its code back. What Hardhat 3
 * compiled together counts. Sources that are not there, and builds without build info, say nothing.
 * @param artifacts the project's folder of artifacts
 * @param file of an artifact in it
 * @throws MigrationError if a source has changed since
 */
export async function requireCurrent(root: string, artifacts: string, file: string): Promise<void> {
  const { buildInfoId } = (await readBuild<{ readonly buildInfoId?: string }>(file)) ?? {};
  const info = await readBuild<BuildInfo>(join(artifacts, "build-info", `${buildInfoId}.json`));
  for (const [name, { content }] of Object.entries(info?.input?.sources ?? {})) {
    if (!IN_PROJECT.test(name)) continue;
    const path = join(root, name.replace(IN_PROJECT, ""));
    const now = await readRegular(path, "utf8").catch(() => content);
    if (now === content) continue;
    throw new MigrationError(
      `${shownPath(path)} has changed since ${shownPath(file)} was compiled. Run \`npx hardhat build\` first.`,
    );
  }
}

interface BuildInfo {
  readonly input?: { readonly sources?: Readonly<Record<string, { readonly content?: string }>> };
}

/**
 * What compilers wrote to a file, as JSON.
 * @returns undefined if there is no such file, or none that can be read
 */
export async function readBuild<T>(path: string): Promise<T | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || !file.isFile() || file.size > LARGEST_FILE) return undefined;
  try {
    return JSON.parse(await readRegular(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
