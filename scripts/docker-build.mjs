// @ts-check
// `npm run docker:build`: builds the image from the current folder. Its build stage migrates a new
// test chain and fails if that fails. Arguments go to `docker build` (-- --platform linux/arm64).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { homedir } from "node:os";
import { baseImage } from "./image/base.mjs";
import { imageTag } from "./image/tag.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const { name, version } = imageTag();
const revision = git("rev-parse", "HEAD");
const base = baseImage();
const settings = path.join(homedir(), ".npmrc");
const { status, error } = spawnSync(
  process.env["DOCKER"] || "docker",
  [
    "build",
    ...["--tag", name, "--build-arg", `VERSION=${version}`, "--build-arg", `REVISION=${revision}`],
    ...(base === undefined ? [] : baseArguments(base)),
    // The build reads it, and no layer contains it.
    ...(existsSync(settings) ? ["--secret", `id=npmrc,src=${settings}`] : []),
    ...process.argv.slice(2),
    ".",
  ],
  { stdio: "inherit", env: { ...process.env, DOCKER_BUILDKIT: "1" } },
);
if (status === 0) {
  console.log(`Built ${name}`);
} else {
  console.error(
    error === undefined
      ? `docker build failed (exit code ${status}), see above.`
      : `docker cannot be started: ${error.message}. Install an engine, or set DOCKER to its client.`,
  );
  process.exitCode = 1;
}

/** @param {string} name */
function baseArguments(name) {
  const [tag = "", digest] = name.split("@");
  const label = "org.opencontainers.image.base";
  return [
    ...["--build-arg", `BASE=${name}`, "--label", `${label}.name=${tag}`],
    ...(digest === undefined ? [] : ["--label", `${label}.digest=${digest}`]),
  ];
}

/** @param {string[]} args */
function git(...args) {
  try {
    return execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
