import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inWorkFolder } from "../../support/work-folder.js";
import { ArcError } from "../arc-error.js";
import { findNpm, runNpm, type NpmCommand, type NpmRun } from "./npm-cli.js";
import { withDefaults, type OpenOptions, type Settings } from "./open-options.js";
import { npmEnvironment } from "./npm-environment.js";
import {
  copyAdvice,
  diskError,
  fetchError,
  integrityError,
  isCacheUnwritable,
} from "./npm-failure.js";

/** npm gives up by itself before that, and says why. */
const TIMEOUT_MS = 4 * 60 * 1000;
const NPM_TIMEOUT_MS = 60 * 1000;
const FIRST_NOTE_MS = 8 * 1000;
const NEXT_NOTE_MS = 30 * 1000;

export interface FetchOptions extends OpenOptions {
  readonly timeoutMs?: number;
  /** Milliseconds after which to say that npm is still running. */
  readonly noteAfterMs?: number;
}

/**
 * Fetches a package's tarball with the user's own npm, because only npm knows the user's whole configuration:
 * registries by scope, tokens, proxies, certificates, its own cache.
 * @param integrity the pinned integrity, `sha512-` and base64
 * @throws ArcError if it cannot be obtained or does not match the pin; in that case, nothing is kept
 */
export async function fetchTarball(
  packageSpec: string,
  integrity: string,
  options: FetchOptions,
): Promise<Buffer> {
  const settings = { ...options, ...withDefaults(options) };
  const { cacheDir, offline, onFetch } = settings;
  if (offline) {
    throw new ArcError(
      `${packageSpec} is not in the cache (${cacheDir}) and cannot be downloaded (offline). ` +
        `Run the same command once with network access, or ${copyAdvice(cacheDir)}`,
    );
  }
  onFetch(`Fetching ${packageSpec} with npm, once; it is cached in ${cacheDir}`);
  const npm = findNpm();
  if (npm === undefined) {
    throw new ArcError(
      `${packageSpec} has to be downloaded, but npm was not found next to ${process.execPath} or on the PATH. ` +
        `Install npm, or ${copyAdvice(cacheDir)}`,
    );
  }
  const fetch = async (folder: string): Promise<Buffer> => {
    const tarball = await pack(npm, packageSpec, integrity, folder, settings);
    const found = sha512Integrity(tarball);
    if (found !== integrity) throw integrityError(packageSpec, integrity, found);
    return tarball;
  };
  return await inWorkFolder("fetch", fetch, cacheDir);
}

async function pack(
  npm: NpmCommand,
  packageSpec: string,
  integrity: string,
  folder: string,
  settings: FetchOptions & Settings,
): Promise<Buffer> {
  const { env, secrets } = npmEnvironment(process.env, settings.projectRoot);
  const args = packArguments(packageSpec, folder);
  try {
    // With this file, npm takes this folder as the project, and reads no settings from folders above it.
    await writeFile(join(folder, "package.json"), "{}");
    const place = { cwd: folder, env };
    let run = await runWithNotes(npm, packageSpec, { ...place, args }, settings);
    if (run.exitCode !== 0 && isCacheUnwritable(run)) {
      const own = [...args, `--cache=${join(folder, "npm-cache")}`];
      run = await runWithNotes(npm, packageSpec, { ...place, args: own }, settings);
    }
    const file = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
    if (run.exitCode === 0 && file !== undefined) return await readFile(join(folder, file));
    throw fetchError(packageSpec, integrity, run, { ...settings, secrets });
  } catch (error) {
    throw diskError(error, packageSpec, settings.cacheDir) ?? error;
  }
}

async function runWithNotes(
  npm: NpmCommand,
  packageSpec: string,
  run: Omit<Parameters<typeof runNpm>[1], "timeoutMs">,
  { onFetch, timeoutMs = TIMEOUT_MS, noteAfterMs = FIRST_NOTE_MS }: FetchOptions & Settings,
): Promise<NpmRun> {
  const started = performance.now();
  const note = (): void => {
    const seconds = Math.round((performance.now() - started) / 1000);
    onFetch(
      `Still waiting for npm to fetch ${packageSpec} (${seconds} s). It is stopped after ` +
        `${Math.round(timeoutMs / 1000)} s; the registry or the network may be slow or unresponsive.`,
    );
    timer = setTimeout(note, NEXT_NOTE_MS);
  };
  let timer = setTimeout(note, noteAfterMs);
  try {
    return await runNpm(npm, { ...run, timeoutMs });
  } catch (error) {
    throw new ArcError(
      `${packageSpec} has to be downloaded, but npm (${[npm.program, ...npm.arguments].join(" ")}) could not be ` +
        `started: ${(error as Error).message}. Check that it works (npm --version).`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Says that a package was fetched, but not kept. */
export function cannotCache(packageSpec: string, cacheDir: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    `${packageSpec} cannot be cached in ${cacheDir} (${reason}); it is used for this run only. ` +
    "Set DAO_MIGRATION_CACHE to a folder that can be written."
  );
}

/** The integrity of a tarball in npm's notation: `sha512-` and base64. */
export function sha512Integrity(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/** Sets what npm's settings must not decide: what is fetched, to which folder, and how errors are reported. */
function packArguments(packageSpec: string, folder: string): string[] {
  return [
    "pack",
    packageSpec,
    `--pack-destination=${folder}`,
    // Otherwise npm would take the root of a workspace above the folder as the project.
    "--workspaces=false",
    "--ignore-scripts",
    "--dry-run=false",
    "--json=false",
    "--loglevel=error",
    "--color=false",
    "--update-notifier=false",
    `--fetch-timeout=${NPM_TIMEOUT_MS}`,
    "--fetch-retry-mintimeout=500",
    "--fetch-retry-factor=2",
    "--fetch-retry-maxtimeout=5000",
  ];
}
