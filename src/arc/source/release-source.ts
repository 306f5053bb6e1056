import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ArcError } from "../arc-error.js";
import { openArchive, packArchive } from "./archive.js";
import { ArchiveStore } from "./archive-store.js";
import type { ArcRelease, Artifact } from "../artifact.js";
import { defaultCacheDir } from "./cache-folder.js";
import { copyAdvice, fetchTarball } from "./fetch-tarball.js";
import { findInstalledArc, InstalledRelease } from "./installed-release.js";
import { PINS } from "./pins.js";
import {
  arcPackage,
  CARRIED_PACKAGES,
  INFRA_CONTRACTS,
  INFRA_PACKAGE,
  isArcPackage,
  PREDECESSOR_PACKAGE,
  REGISTRY_CONTRACT,
  REGISTRY_PACKAGE,
} from "./packages.js";
import type { PackageArtifacts } from "./unpack.js";
import { ARC_VERSIONS, resolveArcVersion } from "../versions.js";

export interface OpenOptions {
  /** Where fetched releases are kept; see `defaultCacheDir`. */
  readonly cacheDir?: string;
  /** The user's project: its installed `@daostack/arc` and its `.npmrc` count. Default: the current folder. */
  readonly projectRoot?: string;
  /** Fetch nothing: what is neither installed, carried nor cached is an error. */
  readonly offline?: boolean;
  /** Told before something is fetched, and when it cannot be kept. */
  readonly onFetch?: (message: string) => void;
}

type Settings = Required<OpenOptions>;

/** In the built package the compiled code is in `dist/src/arc` and what it carries in `dist/arc`. */
const CARRIED = fileURLToPath(new URL("../../../arc", import.meta.url));

/** Opens releases, each once: whoever asks again, even meanwhile, is given the same. */
export class ReleaseSource {
  readonly #pins: Readonly<Record<string, string>>;
  readonly #carried: ArchiveStore;
  readonly #opened = new Map<string, Promise<ArcRelease>>();
  readonly #fetched = new Map<string, Promise<ReadonlyMap<string, ArcRelease>>>();

  constructor(options: { pins?: Readonly<Record<string, string>>; carried?: string } = {}) {
    this.#pins = options.pins ?? PINS;
    this.#carried = new ArchiveStore(options.carried ?? CARRIED);
  }

  /** See `openArcRelease`. */
  async open(input: string, options: OpenOptions = {}): Promise<ArcRelease> {
    const version = resolveArcVersion(input);
    const settings = withDefaults(options);
    const { cacheDir, projectRoot, offline } = settings;
    const key = JSON.stringify([version, cacheDir, projectRoot, offline]);
    return await once(this.#opened, key, async () => {
      try {
        return await this.#open(version, settings);
      } catch (error) {
        if (!(error instanceof ArcError)) throw error;
        throw new ArcError(`Arc release ${version} cannot be opened. ${error.message}`);
      }
    });
  }

  async #open(version: string, settings: Settings): Promise<ArcRelease> {
    const installed = findInstalledArc(version, settings.projectRoot);
    if (installed === undefined) return await this.#openPackage(arcPackage(version), settings);
    const supplements = await this.#supplements(installed.flat, settings);
    return new InstalledRelease(version, installed, supplements);
  }

  /** Writes what the built package carries, in the form in which it is looked for. */
  async carry(folder: string, options: OpenOptions = {}): Promise<void> {
    const store = new ArchiveStore(folder);
    for (const packageSpec of CARRIED_PACKAGES) {
      const release = await this.#openPackage(packageSpec, withDefaults(options));
      const artifacts = release.contractNames.map((name) => release.artifact(name));
      await store.write(packageSpec, packArchive(packageSpec, artifacts));
    }
  }

  /** One package's artifacts: carried, cached, or fetched now. */
  async #openPackage(packageSpec: string, settings: Settings): Promise<ArcRelease> {
    const kept =
      (await this.#carried.read(packageSpec)) ??
      (await new ArchiveStore(settings.cacheDir).read(packageSpec));
    if (kept !== undefined) return kept;

    const fetched = this.#pins[packageSpec] === undefined ? PREDECESSOR_PACKAGE : packageSpec;
    const key = JSON.stringify([fetched, settings.cacheDir, settings.offline]);
    const releases = await once(this.#fetched, key, () => this.#fetch(fetched, settings));
    const release = releases.get(packageSpec);
    if (release === undefined) throw new ArcError(`${fetched} has no ${packageSpec}.`);
    return release;
  }

  /** Fetches a tarball and keeps all that is in it: the predecessor's has fourteen releases. */
  async #fetch(packageSpec: string, settings: Settings): Promise<ReadonlyMap<string, ArcRelease>> {
    const tarball = await this.#fetchTarball(packageSpec, settings);
    const packages = await this.#unpack(packageSpec, tarball);
    const releases = new Map<string, ArcRelease>();
    for (const [unpacked, own] of packages) {
      const supplements = isArcPackage(unpacked) ? await this.#supplements(own.flat, settings) : [];
      const artifacts = new Map([...own.nested, ...own.flat, ...supplements]);
      const archive = packArchive(unpacked, artifacts.values());
      await keep(unpacked, archive, settings);
      releases.set(unpacked, openArchive(unpacked, archive)!);
    }
    return releases;
  }

  async #fetchTarball(packageSpec: string, settings: Settings): Promise<Buffer> {
    const { cacheDir, projectRoot, offline, onFetch } = settings;
    if (offline) {
      throw new ArcError(
        `${packageSpec} is not in the cache (${cacheDir}), and nothing may be fetched (offline). ` +
          `Open the release once with a network, or ${copyAdvice(cacheDir)}`,
      );
    }
    onFetch(`Fetching ${packageSpec} with npm, once; it is kept in ${cacheDir}`);
    return await fetchTarball(packageSpec, this.#pins[packageSpec]!, { projectRoot, cacheDir });
  }

  async #unpack(
    packageSpec: string,
    tarball: Buffer,
  ): Promise<ReadonlyMap<string, PackageArtifacts>> {
    // Loaded here because it takes as long as opening a cached release.
    const { unpackBuild, unpackPredecessor } = await import("./unpack.js");
    if (packageSpec !== PREDECESSOR_PACKAGE) {
      return new Map([[packageSpec, await unpackBuild(tarball)]]);
    }
    const releases = await unpackPredecessor(
      tarball,
      (version) => ARC_VERSIONS.includes(version) && this.#pins[arcPackage(version)] === undefined,
    );
    return new Map([...releases].map(([version, own]) => [arcPackage(version), own]));
  }

  /** What a release lacks, from the packages it is known to go with; looks only at what it contains. */
  async #supplements(
    own: { has(contractName: string): boolean },
    settings: Settings,
  ): Promise<ReadonlyMap<string, Artifact>> {
    const supplements = new Map<string, Artifact>();
    const registry = await this.#openPackage(REGISTRY_PACKAGE, settings);
    supplements.set(REGISTRY_CONTRACT, registry.artifact(REGISTRY_CONTRACT));
    const missing = INFRA_CONTRACTS.filter((name) => !own.has(name));
    if (missing.length === 0) return supplements;

    const infra = await this.#openPackage(INFRA_PACKAGE, settings);
    for (const name of missing) supplements.set(name, infra.artifact(name));
    return supplements;
  }
}

function withDefaults(options: OpenOptions): Settings {
  return {
    cacheDir: resolve(options.cacheDir ?? defaultCacheDir()),
    projectRoot: resolve(options.projectRoot ?? "."),
    offline: options.offline ?? false,
    onFetch: options.onFetch ?? (() => {}),
  };
}

/** Runs a task once per key; a failure is forgotten, so that it can be tried again. */
async function once<T>(
  tasks: Map<string, Promise<T>>,
  key: string,
  task: () => Promise<T>,
): Promise<T> {
  let running = tasks.get(key);
  if (running === undefined) {
    running = task();
    tasks.set(key, running);
    running.catch(() => tasks.delete(key));
  }
  return await running;
}

async function keep(packageSpec: string, archive: Buffer, settings: Settings): Promise<void> {
  const store = new ArchiveStore(settings.cacheDir);
  try {
    await store.write(packageSpec, archive);
  } catch (error) {
    // On Windows a file that another process reads or writes cannot be replaced; then it is there.
    if ((await store.read(packageSpec)) !== undefined) return;
    const reason = error instanceof Error ? error.message : String(error);
    settings.onFetch(
      `${packageSpec} cannot be kept in ${settings.cacheDir} (${reason}); it is used for this run only. ` +
        `Set DAO_MIGRATION_CACHE to a folder that can be written.`,
    );
  }
}
