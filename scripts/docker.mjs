// @ts-check
// `npm run docker:build` builds the image from the current folder. Its build stage migrates a new test chain and fails
// if that fails. Arguments go to `docker build` (-- --platform linux/arm64).
// `npm run docker:push` pushes it to the registry in DOCKER_IMAGE. With DOCKER_PLATFORMS (linux/amd64,linux/arm64), it
// builds for each platform and pushes one image for all, with a bill of materials and the build's provenance as
// attestations, which `docker push` cannot do.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { labelArguments } from "./image/labels.mjs";
import { baseImage, imageTag } from "./image/names.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const [what, ...given] = process.argv.slice(2);
if (what === "build") {
  const isBuilt = docker(["build", ...buildArguments(), ...given, "."]);
  if (isBuilt) console.log(`Built ${imageTag().name}`);
} else if (process.env["DOCKER_IMAGE"]) {
  push(process.env["DOCKER_PLATFORMS"]);
} else {
  console.error(
    "DOCKER_IMAGE is not set: it says where to push, such as <organisation>/<image>. Use the same as for the build.",
  );
  process.exitCode = 2;
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

/** The arguments that every build of the image needs, however it is built. */
function buildArguments() {
  const { name, version } = imageTag();
  const base = baseImage();
  const settings = path.join(homedir() || userInfo().homedir, ".npmrc");
  return [
    ...["--tag", name, "--build-arg", `VERSION=${version}`],
    ...(base === undefined ? [] : ["--build-arg", `BASE=${base}`]),
    ...labelArguments(base),
    // A secret: the build can read it, but no layer contains it.
    ...(existsSync(settings) ? ["--secret", `id=npmrc,src=${settings}`] : []),
  ];
}

/**
 * Runs the client of the container engine. If that fails, it reports the error and sets the exit code.
 *
 * @param {string[]} args
 * @param {string} [advice] what to check
 * @returns {boolean} whether it succeeded
 */
function docker(args, advice = "") {
  const { status, error } = spawnSync(process.env["DOCKER"] || "docker", args, {
    stdio: "inherit",
    env: { ...process.env, DOCKER_BUILDKIT: "1" },
  });
  if (status === 0) return true;
  console.error(
    error === undefined
      ? `docker ${args[0]} failed (exit code ${status}), see above.${advice === "" ? "" : ` ${advice}`}`
      : `docker cannot be started: ${error.message}. Install an engine, or set DOCKER to its client.`,
  );
  process.exitCode = 1;
  return false;
}
