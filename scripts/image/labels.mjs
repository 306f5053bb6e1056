// @ts-check
import { execFileSync } from "node:child_process";

/**
 * The arguments of `docker build` that say what an image was made from. What this clone does not know is left out.
 *
 * @param {string | undefined} base the image that it is built on
 */
export function labelArguments(base) {
  const [tag, digest] = base?.split("@") ?? [];
  const source = sourceAddress();
  const labels = {
    // Of the commit: the same commit gives the same image.
    created: git("show", "--no-patch", "--format=%cI", "HEAD"),
    revision: git("rev-parse", "HEAD"),
    source,
    url: source,
    "base.name": tag,
    "base.digest": digest,
  };
  return Object.entries(labels).flatMap(([name, value]) =>
    value ? ["--label", `org.opencontainers.image.${name}=${value}`] : [],
  );
}

/** Where the sources are: DOCKER_SOURCE, the repository of a GitHub workflow, or where this clone came from. */
function sourceAddress() {
  const {
    DOCKER_SOURCE: given,
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
  } = process.env;
  if (given) return given;
  if (server && repository) return `${server}/${repository}`;
  return webAddress(git("remote", "get-url", "origin") ?? "");
}

/**
 * The page of a repository, without a user or password that its address may have.
 *
 * @param {string} remote as git writes it: https://host/path.git, ssh://git@host/path or git@host:path.git
 * @returns {string | undefined} undefined for a folder
 */
export function webAddress(remote) {
  const match =
    /^(?:(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/|[\w.-]+@([^/:]+):)(.+)$/.exec(
      remote,
    );
  if (match === null) return undefined;
  const [, ofAddress, ofShort, path = ""] = match;
  return `https://${ofAddress ?? ofShort}/${path.replace(/\.git$|\/$/g, "")}`;
}

/** @param {string[]} args */
function git(...args) {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
