// @ts-check
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { baseImage } from "./base.mjs";
import { labelArguments } from "./labels.mjs";
import { imageTag } from "./tag.mjs";

/**
 * The arguments that every build of the image needs, however it is built.
 *
 * @returns {string[]}
 */
export function buildArguments() {
  const { name, version } = imageTag();
  const base = baseImage();
  const settings = path.join(homedir(), ".npmrc");
  return [
    ...["--tag", name, "--build-arg", `VERSION=${version}`],
    ...(base === undefined ? [] : ["--build-arg", `BASE=${base}`]),
    ...labelArguments(base),
    // A secret: the build can read it, but no layer contains it.
    ...(existsSync(settings) ? ["--secret", `id=npmrc,src=${settings}`] : []),
  ];
}
