// @ts-check
import { imageTag } from "./tag.mjs";

/** The settings of a build for arm64, whose image can be inspected here but not run. */
export const FOREIGN = { DOCKER_IMAGE: "hardhat-dao-migration-arm64" };

/** Its name and tag. */
export const ARM_IMAGE = `${FOREIGN.DOCKER_IMAGE}:${imageTag().version}`;
