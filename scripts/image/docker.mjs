// @ts-check
import { spawnSync } from "node:child_process";

/**
 * Runs the client of the container engine. If that fails, it reports the error and sets the exit code.
 *
 * @param {string[]} args
 * @param {string} [advice] what to check
 * @returns {boolean} whether it succeeded
 */
export function docker(args, advice = "") {
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
