// @ts-check
import { readFileSync } from "node:fs";
import { ReleaseError } from "../release/networks.mjs";

/** The settings of a build for arm64, whose image the check can inspect but not run. */
export const FOREIGN = { DOCKER_IMAGE: "hardhat-dao-migration-arm64" };

/**
 * The name and tag of the image. The tag is the package's version, <arc version>-v<migration version>. The name is
 * DOCKER_IMAGE, which begins with the registry and organization to push to.
 */
export function imageTag() {
  const { version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  if (!/^\d+\.\d+\.\d+.*-v\d+$/.test(version)) {
    throw new Error(
      `The package's version is ${version}; expected <arc version>-v<migration version>.`,
    );
  }
  return { version, name: `${process.env["DOCKER_IMAGE"] || "hardhat-dao-migration"}:${version}` };
}

/** The base image in DOCKER_BASE; undefined means the one that the Dockerfile names. */
export function baseImage() {
  return process.env["DOCKER_BASE"] || undefined;
}

/**
 * A tag can refer to another image tomorrow, so a released image is built on a digest.
 *
 * @throws {ReleaseError} if DOCKER_BASE has none
 */
export function requireBase() {
  const base = baseImage();
  if (base !== undefined && /@sha256:[0-9a-f]{64}$/.test(base)) return;
  throw new ReleaseError(
    `DOCKER_BASE is ${base === undefined ? "not set" : `${base}, which has no digest`}. Set it to the base image, such as ` +
      "node:24-bookworm-slim@sha256:<64 digits>. This prints the digest: docker buildx imagetools inspect node:24-bookworm-slim",
  );
}
