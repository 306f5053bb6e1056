// @ts-check
// `npm run docker:push`: pushes what `npm run docker:build` built to the registry in DOCKER_IMAGE. With
// DOCKER_PLATFORMS (linux/amd64,linux/arm64), it builds for each platform and pushes one image for all, with a bill of
// materials and the build's provenance as attestations, which `docker push` cannot do.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildArguments } from "./image/build-arguments.mjs";
import { docker } from "./image/docker.mjs";
import { imageTag } from "./image/tag.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
if (!process.env["DOCKER_IMAGE"]) {
  console.error(
    "DOCKER_IMAGE is not set: it says where to push, such as <organisation>/<image>. Use the same as for the build.",
  );
  process.exitCode = 2;
} else {
  push(process.env["DOCKER_PLATFORMS"]);
}

/** @param {string | undefined} platforms */
function push(platforms) {
  const { name } = imageTag();
  const loggedIn = "are you logged in (docker login)?";
  if (!platforms) {
    docker(["push", name], `Is ${name} built, and ${loggedIn}`);
    return;
  }
  const attested = ["--attest", "type=sbom", "--attest", "type=provenance,mode=max"];
  docker(
    ["buildx", "build", "--platform", platforms, ...attested, "--push", ...buildArguments(), "."],
    `Has the builder the driver docker-container (docker buildx create --use), and ${loggedIn}`,
  );
}
