// @ts-check
import { execFileSync } from "node:child_process";

/**
 * The arguments of `docker build` for labels that say what an image was built from. Leaves out what this clone does not
 * know.
 *
 * @param {string | undefined} base the base image
 */
export function labelArguments(base) {
  const [tag, digest] = base?.split("@") ?? [];
  const source = sourceAddress();
  const labels = {
    // The commit's date, so that the same commit gives the same image.
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

/** URL of the sources: DOCKER_SOURCE, the repository of a GitHub workflow, or this clone's remote. */
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
 * The web page of a repository, without a user name or password in its URL.
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
