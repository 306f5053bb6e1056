import { printable } from "../../support/printable.js";
import { redact } from "../../support/secrets.js";
import { ArcError } from "../arc-error.js";
import type { NpmRun } from "./npm-cli.js";
import { hasProjectSettings } from "./npm-environment.js";

interface FailedFetch {
  readonly projectRoot: string;
  readonly cacheDir: string;
  /** Values that must not be shown. */
  readonly secrets: readonly string[];
}

export function fetchError(
  packageSpec: string,
  integrity: string,
  run: NpmRun,
  { projectRoot, cacheDir, secrets }: FailedFetch,
): ArcError {
  if (npmCode(run) === "EINTEGRITY") {
    const got = /\bgot (sha\d+-[\w+/=]+)/.exec(run.stderr)?.[1];
    return integrityError(
      packageSpec,
      integrity,
      got ?? "different content (npm does not say what)",
    );
  }
  const reason =
    run.exitCode === undefined
      ? "npm took too long and was stopped: the registry or the network does not respond."
      : `npm said: ${npmMessage(run.stderr, secrets)}`;
  const settings = hasProjectSettings(process.env, projectRoot)
    ? `The project's .npmrc is ignored here because it could leak secrets: ` +
      `put a registry or a token into ~/.npmrc or NPM_CONFIG_REGISTRY.\n`
    : "";
  return new ArcError(
    `${packageSpec} could not be downloaded and is not in the cache (${cacheDir}). ${reason}\n` +
      `${settings}Try again once \`npm view ${packageSpec}\` works (once downloaded, it is cached and needs no network), ` +
      `or ${copyAdvice(cacheDir)}`,
  );
}

export function integrityError(packageSpec: string, wanted: string, found: string): ArcError {
  return new ArcError(
    `${packageSpec} is not what was published: its hash does not match the pinned one. It was discarded.\n` +
      `  wanted ${wanted}\n  found  ${found}\n` +
      `Check which registry and proxy npm uses for @daostack (npm config list). ` +
      `If npm's own cache is damaged, run npm cache verify and try again.`,
  );
}

/** The error if a file could not be written because the disk is full; undefined for other errors. */
export function diskError(
  error: unknown,
  packageSpec: string,
  cacheDir: string,
): ArcError | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== "ENOSPC" && code !== "EDQUOT") return undefined;
  return new ArcError(
    `${packageSpec} could not be downloaded: ${(error as Error).message}. ` +
      `The disk is full: make room in ${cacheDir} and in the temporary folder.`,
  );
}

/** Whether npm could not write to its cache: the home folder is missing or belongs to root, or the disk is full. */
export function isCacheUnwritable(run: NpmRun): boolean {
  return /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|ENOSPC|EDQUOT)$/.test(npmCode(run) ?? "");
}

/** Advice for a machine without a network or npm. */
export function copyAdvice(cacheDir: string): string {
  return (
    `copy the cache folder of a machine that has used this release to ${cacheDir}, ` +
    `or set DAO_MIGRATION_CACHE to a copy of it.`
  );
}

function npmCode(run: NpmRun): string | undefined {
  return /npm (?:error|ERR!) code (\S+)/.exec(run.stderr)?.[1];
}

/** npm's output without its prefixes, references to log files, and secrets. */
function npmMessage(stderr: string, secrets: readonly string[]): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!|warn|WARN) ?/, "").trim())
    .filter((line) => line !== "" && !/complete log of this run|^\S+\.log$|^at /.test(line));
  return printable(redact(lines.slice(0, 8).join(" "), secrets)) || "nothing.";
}
