// @ts-check
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ReleaseError } from "./networks.mjs";

/** <arc version>-v<migration version> */
export const VERSION = /^(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)-v(\d+)$/;

/** @param {string[]} args */
export function git(...args) {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** A release must be reproducible from its commit, so there must be no other changes. */
export function requireCleanTree() {
  const changes = git("status", "--porcelain").split("\n").filter(Boolean);
  if (changes.length === 0) return;
  throw new ReleaseError(
    `${changes.length} files are changed or untracked (${changes[0]?.replace(/^\s*\S+\s+/, "")}${changes.length > 1 ? ", ..." : ""}). Commit or stash them first.`,
  );
}

/**
 * `npm publish` also packs files that git ignores: a `.env`, a log, a source that was never committed.
 *
 * @param {(args: string[]) => string} npm runs npm and returns its output
 */
export function requireNothingIgnored(npm) {
  const answer = JSON.parse(npm(["pack", "--dry-run", "--json", "--ignore-scripts"]));
  const [packed] = Object.values(answer);
  const known = new Set(git("ls-files", "-z").split("\0"));
  /** @type {string[]} */
  const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
  // The build creates dist from scratch.
  const ignored = files.filter((file) => !known.has(file) && !file.startsWith("dist/"));
  if (ignored.length === 0) return;
  throw new ReleaseError(
    `Git ignores ${ignored.slice(0, 5).join(", ")}${ignored.length > 5 ? ", ..." : ""}, and npm would publish it. Remove it.`,
  );
}

/** A release from commits that nobody else has could not be reproduced. */
export function requirePushed() {
  try {
    git("fetch", "--quiet", "origin", "main");
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: Buffer | string }} */ (error);
    throw new ReleaseError(`origin's main cannot be fetched: ${String(stderr ?? error).trim()}`);
  }
  const counts = git("rev-list", "--left-right", "--count", "HEAD...FETCH_HEAD");
  const [ahead, behind] = counts.split(/\s+/);
  if (ahead === "0" && behind === "0") return;
  throw new ReleaseError(
    `main is ${ahead} commits ahead of origin's main and ${behind} behind. Push or pull first.`,
  );
}

/** @returns {string} */
export function packageVersion() {
  return JSON.parse(readFileSync("package.json", "utf8")).version;
}

/**
 * The section of the changelog for a version, without its title.
 *
 * @param {string} changelog
 * @param {string} title such as `Unreleased` or a version
 * @returns {string | undefined}
 */
export function sectionOf(changelog, title) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => {
    const [first = ""] = text.split("\n");
    return first.replace(/^\[|\]/g, "").split(" ")[0] === title;
  });
  return section?.split("\n").slice(1).join("\n").trim();
}

/**
 * npm accepts provenance only for a package that names the repository it is built from, and reports that only at the
 * very end. Outside of GitHub and GitLab, it makes none.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {{ repository?: string | { url?: string } }} manifest package.json
 * @throws {ReleaseError} if it names none, or another one
 */
export function requireRepository(environment, { repository }) {
  const built = builtFrom(environment);
  if (built === undefined) return;
  const named = typeof repository === "string" ? repository : repository?.url;
  if (named !== undefined && addressOf(named) === addressOf(built)) return;
  const found =
    named === undefined ? "package.json names no repository" : `package.json names ${named}`;
  throw new ReleaseError(
    `${found}, and npm accepts provenance only if it is ${built}, where this build runs. ` +
      `Run npm pkg set repository.url=git+${built}.git, commit and push that; or pass --no-provenance.`,
  );
}

/** @param {NodeJS.ProcessEnv} environment */
function builtFrom(environment) {
  const { GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server = "https://github.com" } = environment;
  return name ? `${server}/${name}` : environment["CI_PROJECT_URL"] || undefined;
}

/**
 * The URL, from any of npm's notations for a repository.
 *
 * @param {string} repository
 */
function addressOf(repository) {
  return repository
    .replace(/^(?:github:)?(?=[^/:]+\/[^/:]+$)/, "https://github.com/")
    .replace(/^gitlab:/, "https://gitlab.com/")
    .replace(/^git\+/, "")
    .replace(/^(?:ssh|git):\/\/(?:git@)?/, "https://")
    .replace(/(?:\.git)?\/?$/, "")
    .toLowerCase();
}
