import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArcError } from "../arc-error.js";
import { findNpm, runNpm, type NpmRun } from "./npm-cli.js";

const TIMEOUT_MS = 5 * 60 * 1000;

export interface FetchOptions {
  /** The folder npm runs in, so that the project's `.npmrc` counts. */
  readonly projectRoot: string;
  /** The cache that does not have the package, for what to advise. */
  readonly cacheDir: string;
  /** Milliseconds after which npm is ended. */
  readonly timeoutMs?: number;
}

/**
 * Fetches a package's tarball with the user's own npm, because only npm knows all of what the user
 * configured: registries by scope, tokens, proxies, certificates, its own cache.
 * @param integrity the pinned integrity, `sha512-` and base64.
 * @throws ArcError when it cannot be had, or is not what was pinned; then nothing of it is kept.
 */
export async function fetchTarball(
  packageSpec: string,
  integrity: string,
  options: FetchOptions,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "dao-migration-npm-"));
  try {
    const run = await runPack(packageSpec, folder, options);
    const file = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
    if (run.exitCode !== 0 || file === undefined) {
      throw fetchError(packageSpec, integrity, run, options.cacheDir);
    }
    const tarball = await readFile(join(folder, file));
    const found = sha512Integrity(tarball);
    if (found !== integrity) throw integrityError(packageSpec, integrity, found);
    return tarball;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runPack(
  packageSpec: string,
  folder: string,
  options: FetchOptions,
): Promise<NpmRun> {
  const npm = findNpm();
  if (npm === undefined) {
    throw new ArcError(
      `${packageSpec} has to be fetched, but npm was not found beside ${process.execPath} or on the PATH. ` +
        `Install npm, or ${copyAdvice(options.cacheDir)}`,
    );
  }
  try {
    return await runNpm(npm, {
      args: packArguments(packageSpec, folder),
      cwd: options.projectRoot,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    });
  } catch (error) {
    throw new ArcError(
      `${packageSpec} has to be fetched, but npm (${[npm.program, ...npm.arguments].join(" ")}) could not be ` +
        `started in ${options.projectRoot}: ${(error as Error).message}. ` +
        `Check that both exist, or ${copyAdvice(options.cacheDir)}`,
    );
  }
}

/** The integrity of a tarball, as npm writes it: `sha512-` and base64. */
export function sha512Integrity(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/**
 * Overrides what would change npm's outcome (a dry run inherited from `npm publish --dry-run`), hide
 * the reason of a failure (`loglevel=silent`), or wait for up to a minute before it tries again.
 */
function packArguments(packageSpec: string, folder: string): string[] {
  return [
    "pack",
    packageSpec,
    `--pack-destination=${folder}`,
    "--ignore-scripts",
    "--dry-run=false",
    "--json=false",
    "--loglevel=error",
    "--color=false",
    "--update-notifier=false",
    "--fetch-retry-mintimeout=500",
    "--fetch-retry-factor=2",
    "--fetch-retry-maxtimeout=5000",
  ];
}

function fetchError(
  packageSpec: string,
  integrity: string,
  run: NpmRun,
  cacheDir: string,
): ArcError {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(run.stderr)?.[1];
  if (code === "EINTEGRITY") {
    const got = /\bgot (sha\d+-[\w+/=]+)/.exec(run.stderr)?.[1];
    return integrityError(packageSpec, integrity, got ?? "something else (npm does not say what)");
  }
  const reason =
    run.exitCode === undefined
      ? "npm took too long and was ended."
      : `npm said: ${npmMessage(run.stderr)}`;
  return new ArcError(
    `${packageSpec} could not be fetched, and it is not in the cache (${cacheDir}). ${reason}\n` +
      `${adviceFor(code)}, or ${copyAdvice(cacheDir)}`,
  );
}

/** For a machine that has no network, or no npm. */
export function copyAdvice(cacheDir: string): string {
  return (
    `copy the cache folder of a machine that has opened this release to ${cacheDir}, ` +
    `or set DAO_MIGRATION_CACHE to such a copy.`
  );
}

function adviceFor(code: string | undefined): string {
  if (code === "E401" || code === "E403" || code === "ENEEDAUTH") {
    return "Check the token for this registry in your .npmrc (npm login)";
  }
  if (code === "E404" || code === "ETARGET") {
    return "Check which registry npm uses for @daostack (npm config get @daostack:registry); it does not have this package";
  }
  if (code === "ENOTCACHED") {
    return "npm is set to work offline (npm config get offline): allow it the network once";
  }
  return "Connect to the network and try again (once fetched it is kept, and no network is needed)";
}

function integrityError(packageSpec: string, wanted: string, found: string): ArcError {
  return new ArcError(
    `${packageSpec} is not what was published: its hash is not the pinned one. Nothing of it was kept.\n` +
      `  wanted ${wanted}\n  found  ${found}\n` +
      `Check which registry and proxy npm uses for @daostack (npm config list). ` +
      `If npm's own cache is damaged, run npm cache verify and try again.`,
  );
}

/** What npm wrote, without its prefixes and pointers to log files, and without secrets. */
function npmMessage(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!|warn|WARN) ?/, "").trim())
    .filter((line) => line !== "" && !/complete log of this run|^\S+\.log$|^at /.test(line));
  return redact(lines.slice(0, 8).join(" ")) || "nothing.";
}

/** Takes out credentials in addresses, and values of npm's secret settings. */
export function redact(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]+@/g, "$1***@")
    .replace(/((?:_authToken|_auth|_password|otp)\s*[=:]\s*)\S+/gi, "$1***")
    .replace(/\b(Bearer|Basic)\s+\S+/gi, "$1 ***")
    .replace(/([?&][\w-]*(?:token|auth|key|secret|password)[\w-]*=)[^\s&]+/gi, "$1***")
    .replace(/\bnpm_[A-Za-z0-9]{20,}/g, "***");
}
