// @ts-check
// `npm run docker:push`: pushes what `npm run docker:build` built to the registry in DOCKER_IMAGE.
import { spawnSync } from "node:child_process";
import { imageTag } from "./image/tag.mjs";

const { name } = imageTag();
if (!process.env["DOCKER_IMAGE"]) {
  console.error(
    "DOCKER_IMAGE is not set: it says where to push, such as <organisation>/<image>. Use the same as for the build.",
  );
  process.exit(2);
}
const { status, error } = spawnSync(process.env["DOCKER"] || "docker", ["push", name], {
  stdio: "inherit",
});
if (status !== 0) {
  console.error(
    error === undefined
      ? `docker push failed (exit code ${status}), see above. Is ${name} built, and are you logged in (docker login)?`
      : `docker cannot be started: ${error.message}. Install an engine, or set DOCKER to its client.`,
  );
  process.exitCode = 1;
}
