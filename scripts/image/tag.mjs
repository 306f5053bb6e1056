// @ts-check
import { readFileSync } from "node:fs";

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
