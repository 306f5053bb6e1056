// @ts-check
// Builds the image and runs it for real (test/image/*.check.ts). Fails without an engine, unless
// DAO_IMAGE_CHECK is "skip".
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BASE, makeBaseImage } from "./base-image.mjs";
import { installPackages, NoEngine, openEngine } from "./engine.mjs";
import { FOREIGN } from "./names.mjs";

const LOUD = "!".repeat(100);
process.chdir(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));

// debootstrap and the programs that it calls are tools for root, which are not on every PATH.
process.env["PATH"] += ":/usr/sbin:/sbin";

if (process.env["DAO_IMAGE_CHECK"] === "skip") {
  console.log(`${LOUD}\nThe container image is NOT CHECKED: DAO_IMAGE_CHECK is "skip".\n${LOUD}`);
} else {
  process.exitCode = await check();
}

/** @returns {Promise<number>} the exit code */
async function check() {
  let engine;
  try {
    engine = await openEngine();
  } catch (error) {
    if (!(error instanceof NoEngine)) throw error;
    console.error(
      `${LOUD}\nThe container image cannot be checked: ${error.message}.\n` +
        `Start an engine, or set DAO_IMAGE_CHECK=skip to leave the check out.\n${LOUD}`,
    );
    return 1;
  }
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => interrupted.abort());
  }
  try {
    const { docker, env, folder } = engine;
    const settings = { ...env, DOCKER: docker, DOCKER_SOURCE: "https://example.org/dao" };
    const step = (/** @type {string[]} */ args, more = {}) =>
      run(args, { ...settings, ...more }, interrupted.signal);
    if (folder !== undefined) {
      makeBaseImage(engine);
      installPackages({ "docker-compose": "/usr/bin/docker-compose" });
    }
    const build = ["scripts/docker.mjs", "build", "--network", "host"];
    await step(build);
    if (folder !== undefined) {
      // Builds on `scratch`: there is no base image for another platform here, and none of its commands would run.
      const bases = ["BASE=scratch", `BUILD_BASE=${BASE}`].flatMap((each) => ["--build-arg", each]);
      await step([...build, "--platform", "linux/arm64", ...bases], FOREIGN);
    }
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: "test/image/tools",
      stdio: ["ignore", "ignore", "inherit"],
    });
    await step(["scripts/generate-types.mjs"]);
    await step(["node_modules/typescript/bin/tsc", "-p", "test/image/tools"]);
    const mocha = ["--import", "./scripts/typescript.mjs", "node_modules/mocha/lib/cli/cli.js"];
    await step([...mocha, "--forbid-only", "--forbid-pending", "test/image/**/*.check.ts"]);
    return 0;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return 1;
  } finally {
    await engine.stop();
  }
}

/**
 * Runs Node.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
async function run(args, env, signal) {
  const child = spawn(process.execPath, args, { env, stdio: "inherit", signal });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`node ${args[0]} ended with ${code}.`);
}
