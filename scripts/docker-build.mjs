// @ts-check
// `npm run docker:build`: builds the image from the current folder. Its build stage migrates a new
// test chain and fails if that fails. Arguments go to `docker build` (-- --platform linux/arm64).
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildArguments } from "./image/build-arguments.mjs";
import { docker } from "./image/docker.mjs";
import { imageTag } from "./image/tag.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
if (docker(["build", ...buildArguments(), ...process.argv.slice(2), "."])) {
  console.log(`Built ${imageTag().name}`);
}
