// @ts-check
import { ReleaseError } from "./networks.mjs";

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
