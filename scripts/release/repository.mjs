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

/** A release must be reproducible from its commit, so it may contain nothing else. */
export function requireCleanTree() {
  const changes = git("status", "--porcelain").split("\n").filter(Boolean);
  if (changes.length === 0) return;
  throw new ReleaseError(
    `${changes.length} files are changed or untracked (${changes[0]?.replace(/^\s*\S+\s+/, "")}${changes.length > 1 ? ", ..." : ""}). Commit or stash them first.`,
  );
}

/** @returns {string} */
export function packageVersion() {
  return JSON.parse(readFileSync("package.json", "utf8")).version;
}

/**
 * The part of the changelog about a version, without its title.
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
