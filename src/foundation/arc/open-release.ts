import type { ArcRelease } from "./artifact.js";
import type { OpenOptions } from "./source/open-options.js";
import { ReleaseSource } from "./source/release-source.js";
import { whichRelease } from "./which-release.js";

const source = new ReleaseSource();

/**
 * Opens an Arc release: the one in this package, the one in the user's cache, or else
 * fetches it once and caches it. Opening it again costs nothing.
 * @param version complete or short, such as `0.0.1-rc.57` or `rc.57`; default: see `whichRelease`
 * @throws ArcError if there is no such release, or it is unavailable or differs from what was published
 */
export async function openArcRelease(
  version?: string,
  options: OpenOptions = {},
): Promise<ArcRelease> {
  return await source.open(whichRelease(version), options);
}
