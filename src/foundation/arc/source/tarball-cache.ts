import { join } from "node:path";
import { readCached, writeCached } from "../../support/cache-file.js";
import { cannotCache, fetchTarball, sha512Integrity } from "./fetch-tarball.js";
import { withDefaults, type OpenOptions } from "./open-options.js";
import { fileNameOf } from "./packages.js";

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
  const settings = withDefaults(options);
  const { cacheDir, onFetch } = settings;
  const path = join(cacheDir, FOLDER, `${fileNameOf(packageSpec)}.tgz`);
  const kept = await readCached(path, LARGEST_FILE);
  if (kept !== undefined) {
    if (sha512Integrity(kept) === integrity) return kept;
    onFetch(`${path} is not what was published (damaged or altered), so it is not used.`);
  }
  const tarball = await fetchTarball(packageSpec, integrity, settings);
  await writeCached(path, tarball).catch((error: unknown) => {
    onFetch(cannotCache(packageSpec, cacheDir, error));
  });
  return tarball;
}
