import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../support/write-file.js";
import { ArcError } from "../arc-error.js";
import { fetchTarball, sha512Integrity } from "./fetch-tarball.js";
import { copyAdvice } from "./npm-failure.js";
import { withDefaults, type OpenOptions } from "./open-options.js";

const FOLDER = "tarballs";
/** The largest takes 4 MB. */
const LARGEST_FILE = 64 * 1024 * 1024;

/**
 * A published package, from the cache or else fetched once with the user's npm. Cached files, too, must match the pin.
 * @param packageSpec such as `solc@0.5.17`
 * @param integrity the pinned integrity, `sha512-` and base64
 * @throws ArcError if it cannot be obtained or does not match the pin
 */
export async function openTarball(
  packageSpec: string,
  integrity: string,
  options: OpenOptions = {},
): Promise<Buffer> {
  const { cacheDir, projectRoot, offline, onFetch } = withDefaults(options);
  const folder = join(cacheDir, FOLDER);
  const path = join(folder, `${packageSpec.replace(/^@\w+\//, "").replace("@", "-")}.tgz`);
  const kept = await readKept(path);
  if (kept !== undefined) {
    if (sha512Integrity(kept) === integrity) return kept;
    onFetch(`${path} is not what was published (damaged or altered), so it is not used.`);
  }
  if (offline) {
    throw new ArcError(
      `${packageSpec} is not in the cache (${cacheDir}) and cannot be downloaded (offline). ` +
        `Run the same command once with network access, or ${copyAdvice(cacheDir)}`,
    );
  }
  onFetch(`Fetching ${packageSpec} with npm, once; it is cached in ${cacheDir}`);
  const tarball = await fetchTarball(packageSpec, integrity, {
    projectRoot,
    cacheDir,
    onNote: onFetch,
  });
  try {
    await mkdir(folder, { recursive: true });
    await writeWhole(path, tarball, { advice: "" });
  } catch (error) {
    onFetch(
      `${packageSpec} cannot be cached in ${cacheDir} (${(error as Error).message}); it is used for this run only.`,
    );
  }
  return tarball;
}

async function readKept(path: string): Promise<Buffer | undefined> {
  const file = await stat(path).catch(() => undefined);
  // Anybody who can write to the folder could put a pipe or a device there, which would block forever.
  if (file === undefined || !file.isFile() || file.size > LARGEST_FILE) return undefined;
  return await readFile(path).catch(() => undefined);
}
