// @ts-check
import { ReleaseError } from "../release/networks.mjs";

const BY_DIGEST = /@sha256:[0-9a-f]{64}$/;

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
  if (base !== undefined && BY_DIGEST.test(base)) return;
  throw new ReleaseError(
    `DOCKER_BASE is ${base === undefined ? "not set" : `${base}, which has no digest`}. Set it to the base image, such as ` +
      "node:24-bookworm-slim@sha256:<64 digits>. This prints the digest: docker buildx imagetools inspect node:24-bookworm-slim",
  );
}
