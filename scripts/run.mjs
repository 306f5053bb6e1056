// @ts-check
// Runs a job of jobs.mjs on any machine with Node 18 or later and npm: under a Node that Hardhat 3 can use,
// and with the dependencies installed. See CONTRIBUTING.md. Only node: imports, and syntax of Node 18.
import { statSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { endLike, run } from "./child.mjs";
import { missingNativePart, reasonToInstall } from "./install-state.mjs";
import { jobs } from "./jobs.mjs";
import * as runtime from "./runtime.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof runtime.RunError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string[]} argv name of the job and its arguments */
async function main([name = "", ...args]) {
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
  const steps = job?.steps(args, root) ?? [];
  if (job === undefined || steps.length === 0) {
    const list = Object.entries(jobs).map(([each, { about }]) => `  ${each.padEnd(10)} ${about}`);
    console.error(`Usage: node scripts/run.mjs <job> [arguments]\n${list.join("\n")}`);
    process.exitCode = 2;
    return;
  }

  const reason = reasonToInstall(root);
  const outside = reason === undefined ? undefined : await runtime.suitableNode(root);
  if (outside !== undefined && !(await install(outside, reason))) {
    return;
  }
  const node = outside ?? (await runtime.suitableNode(root));

  const env = runtime.environment(node, root);
  for (const { title, command, args: stepArgs } of steps) {
    if (title !== undefined) {
      console.log(`\n${title}`);
    }
    const outcome = await run(command ?? node, stepArgs, { cwd: root, env }).catch((error) => {
      throw new runtime.RunError(`${command ?? node} could not be started: ${error.message}`);
    });
    if (outcome.code !== 0 || outcome.interrupted) {
      endLike(outcome);
      return;
    }
  }
  if (job.closing !== undefined) {
    console.log(`\n${job.closing}`);
  }
}

/**
 * Runs `npm ci` with its output on standard error, because standard output belongs to the job.
 *
 * @param {string} node the Node to run npm under
 * @param {string | undefined} reason
 * @returns {Promise<boolean>} false if it was stopped; then this process ends in the same way
 */
async function install(node, reason) {
  const npm = await runtime.npmUnder(root, node);
  console.error(`Installing the dependencies, as ${reason} ...`);
  const outcome = await run(
    npm.command,
    [...npm.args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"],
    { cwd: root, env: runtime.environment(node), stdio: ["ignore", 2, 2] },
  );
  if (outcome.interrupted || outcome.signal !== null) {
    endLike(outcome);
    return false;
  }
  if (outcome.code !== 0) {
    throw new runtime.RunError(
      `npm ci failed (exit code ${outcome.code}; what it said is above). Without a network it needs every ` +
        `package in npm's cache. Fix the cause and run this again: it starts over.`,
    );
  }
  const missing = missingNativePart(root);
  if (missing !== undefined) {
    throw new runtime.RunError(
      `npm ci ended well but left out ${missing}, the native part of Hardhat's chain. npm does that if ` +
        `the registry lacks the package or "omit" in the npm settings excludes it. Fix that and run this again.`,
    );
  }
  keepInstalled();
  return true;
}

/** Records that this install is complete and usable, for the next run. */
function keepInstalled() {
  const marker = path.join(root, "node_modules/.package-lock.json");
  const lock = statSync(path.join(root, "package-lock.json")).mtimeMs;
  if (lock > statSync(marker).mtimeMs) {
    // The lock file's date is in the future; without this, every run would install again.
    utimesSync(marker, new Date(), new Date(Math.ceil(lock)));
  }
}
