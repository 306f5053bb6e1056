import { fileURLToPath } from "node:url";
import { onceUnlessFailed } from "../../support/once.js";
import { ArcError } from "../arc-error.js";
import type { ArcRelease } from "../artifact.js";
import { ARC_VERSIONS, resolveArcVersion } from "../versions.js";
import { ArchiveStore } from "./archive-store.js";
import { archiveContent, openContent, packArchive } from "./archive.js";
import { cannotCache, fetchTarball } from "./fetch-tarball.js";
import { withDefaults, type OpenOptions, type Settings } from "./open-options.js";
import {
  arcPackage,
  CARRIED_PACKAGES,
  CONTENT_PINS,
  pinOf,
  type Pins,
  PREDECESSOR_PACKAGE,
  TARBALL_PINS,
} from "./packages.js";
import { assemble, unpackPackages } from "./package-artifacts.js";

/** In the built package, compiled code is in `dist/src/foundation/arc`, and archives are in `dist/arc`. */
const CARRIED = fileURLToPath(new URL("../../../../arc", import.meta.url));

/**
 * Opens each release once: a second request, even while the first is running, gets the same one. Wherever it comes
 * from, it is only opened if its content matches the pin.
 */
export class ReleaseSource {
  readonly #tarballs: Pins;
  readonly #contents: Pins;
  readonly #carried: ArchiveStore;
  readonly #fetchTarball: typeof fetchTarball;
  readonly #opened = new Map<string, Promise<ArcRelease>>();
  readonly #fetched = new Map<string, Promise<ReadonlyMap<string, ArcRelease>>>();

  constructor({
    tarballs = TARBALL_PINS,
    contents = CONTENT_PINS,
    carried = CARRIED,
    fetch = fetchTarball,
  } = {}) {
    this.#tarballs = tarballs;
    this.#contents = contents;
    this.#fetchTarball = fetch;
    this.#carried = new ArchiveStore(carried, contents);
  }

  /** See `openArcRelease`. */
  async open(input: string, options: OpenOptions = {}): Promise<ArcRelease> {
    const version = resolveArcVersion(input);
    const settings = withDefaults(options);
    const { cacheDir, projectRoot, offline } = settings;
    const key = JSON.stringify([version, cacheDir, projectRoot, offline]);
    return await onceUnlessFailed(this.#opened, key, async () => {
      try {
        return await this.#openPackage(arcPackage(version), settings);
      } catch (error) {
        if (!(error instanceof ArcError)) throw error;
        throw new ArcError(`Arc release ${version} cannot be loaded. ${error.message}`);
      }
    });
  }

  /** Writes the archives of the built package. */
  async carry(folder: string, options: OpenOptions = {}): Promise<void> {
    const store = new ArchiveStore(folder, this.#contents);
    for (const packageSpec of CARRIED_PACKAGES) {
      const release = await this.#openPackage(packageSpec, withDefaults(options));
      const artifacts = release.contractNames.map((name) => release.artifact(name));
      await store.write(packageSpec, packArchive(archiveContent(packageSpec, artifacts)));
    }
  }

  /** A package's artifacts: from the built package, the cache, or fetched now. */
  async #openPackage(packageSpec: string, settings: Settings): Promise<ArcRelease> {
    const refuse = (path: string): void =>
      settings.onFetch(
        `${path} is not what was published (damaged or altered), so it is not used. ` +
          `Looking for ${packageSpec} elsewhere.`,
      );
    const cache = new ArchiveStore(settings.cacheDir, this.#contents);
    const kept =
      (await this.#carried.read(packageSpec, refuse)) ?? (await cache.read(packageSpec, refuse));
    if (kept !== undefined) return kept;

    const fetched = this.#tarballs[packageSpec] === undefined ? PREDECESSOR_PACKAGE : packageSpec;
    const key = JSON.stringify([fetched, settings.cacheDir, settings.offline]);
    const releases = await onceUnlessFailed(this.#fetched, key, () =>
      this.#fetch(fetched, settings),
    );
    const release = releases.get(packageSpec);
    if (release === undefined) throw new ArcError(`${fetched} has no ${packageSpec}.`);
    return release;
  }

  /** Fetches a tarball and caches everything in it: the predecessor's has fourteen releases. */
  async #fetch(fetched: string, settings: Settings): Promise<ReadonlyMap<string, ArcRelease>> {
    const pin = pinOf(fetched, this.#tarballs);
    const tarball = await this.#fetchTarball(fetched, pin, settings);
    const packages = await unpackPackages(
      fetched,
      tarball,
      (version) =>
        ARC_VERSIONS.includes(version) && this.#tarballs[arcPackage(version)] === undefined,
    );
    const releases = new Map<string, ArcRelease>();
    for (const [packageSpec, own] of packages) {
      const artifacts = await assemble(packageSpec, own, (spec) =>
        this.#openPackage(spec, settings),
      );
      const content = archiveContent(packageSpec, artifacts);
      const release = openContent(packageSpec, pinOf(packageSpec, this.#contents), content);
      if (release === undefined) {
        throw new ArcError(`The contracts in ${fetched} do not match the pinned ones.`);
      }
      await keep(packageSpec, packArchive(content), this.#contents, settings);
      releases.set(packageSpec, release);
    }
    return releases;
  }
}

async function keep(
  packageSpec: string,
  archive: Buffer,
  contents: Pins,
  settings: Settings,
): Promise<void> {
  const store = new ArchiveStore(settings.cacheDir, contents);
  try {
    await store.write(packageSpec, archive);
  } catch (error) {
    // On Windows, a file that another process has open cannot be replaced; in that case it is already there.
    if ((await store.read(packageSpec)) !== undefined) return;
    settings.onFetch(cannotCache(packageSpec, settings.cacheDir, error));
  }
}
