// @ts-check
// Builds the image and runs it for real (test/image/*.check.ts). Fails without an engine, unless
// DAO_IMAGE_CHECK is "skip".
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BASE, makeBaseImage } from "./base-image.mjs";
import { FOREIGN } from "./foreign.mjs";
import { installPackages, NoEngine, openEngine } from "./engine.mjs";

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
    const step = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
      run(
        command,
        args,
        { ...env, DOCKER: docker, DOCKER_SOURCE: "https://example.org/dao" },
        interrupted.signal,
      );
    if (folder !== undefined) {
      makeBaseImage(engine);
      installPackages({ "docker-compose": "/usr/bin/docker-compose" });
    }
    await step(process.execPath, "scripts/docker-build.mjs", "--network", "host");
    if (folder !== undefined) {
      // Builds on `scratch`: there is no base image for another platform here, and none of its commands would run.
      const bases = ["BASE=scratch", `BUILD_BASE=${BASE}`].flatMap((each) => ["--build-arg", each]);
      const args = ["--network", "host", "--platform", "linux/arm64", ...bases];
      await run(
        process.execPath,
        ["scripts/docker-build.mjs", ...args],
        { ...env, DOCKER: docker, ...FOREIGN },
        interrupted.signal,
      );
    }
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: "test/image/tools",
      stdio: ["ignore", "ignore", "inherit"],
    });
    await step(process.execPath, "scripts/generate-typechain.mjs");
    await step(process.execPath, "node_modules/typescript/bin/tsc", "-p", "test/image/tools");
    const mocha = ["--import", "tsx/esm", "node_modules/mocha/lib/cli/cli.js"];
    await step(
      process.execPath,
      ...mocha,
      "--forbid-only",
      "--forbid-pending",
      "test/image/**/*.check.ts",
    );
    return 0;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return 1;
  } finally {
    await engine.stop();
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function run(command, args, env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: "inherit", signal, killSignal: "SIGTERM" });
    child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(command)} ${args[0]} ended with ${code}.`));
    });
  });
}
