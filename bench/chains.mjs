// @ts-check
/*
 * How long test chains take to start and how much memory they need, with 1, 10 and 50 processes of the built package,
 * or containers of the given image, at the same time on this machine. Memory is the proportional set size, which counts
 * memory that chains share only once.
 *
 *   node bench/chains.mjs [1,10,50]
 *   node bench/chains.mjs 1,10,50 hardhat-dao-migration:0.0.1-rc.57-v0
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";

const [counts = "1,10,50", image] = process.argv.slice(2);
const docker = process.env["DOCKER"] || "docker";
const program = path.resolve("dist/src/interfaces/cli/test-chain.js");
// Fifty health checks every two seconds would take more CPU than fifty chains.
const CHEAP = ["--network", "none", "--health-interval", "30s"];
const folder = mkdtempSync(path.join(tmpdir(), "dao-bench-"));

try {
  console.log(`${cpus().length} cores, node ${process.version}, ${image ?? "processes"}`);
  console.log("chains  first ready  all ready  memory each");
  for (const count of counts.split(",").map(Number)) await measure(count);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {number} count */
async function measure(count) {
  const start = performance.now();
  const chains = Array.from({ length: count }, (_, index) => startChain(index));
  const times = await Promise.all(chains.map(async ({ ready }) => (await ready) - start));
  const memory = chains.map(memoryOf).reduce((sum, bytes) => sum + bytes, 0) / count;
  for (const { child, name } of chains) {
    if (name === undefined) child.kill("SIGTERM");
  }
  for (const { name } of chains) {
    if (name !== undefined) execFileSync(docker, ["rm", "--force", name], { stdio: "ignore" });
  }
  await Promise.all(chains.map(({ ended }) => ended));
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `${String(count).padStart(6)}  ${seconds(Math.min(...times)).padStart(11)}  ${seconds(Math.max(...times)).padStart(9)}  ` +
      `${(memory / 1e6).toFixed(0).padStart(8)} MB`,
  );
}

/** @param {number} index */
function startChain(index) {
  const name = image === undefined ? undefined : `dao-bench-${process.pid}-${index}`;
  const child =
    name === undefined
      ? spawn(process.execPath, [
          program,
          "--port",
          "0",
          "--quiet",
          "--output",
          path.join(folder, `${index}.json`),
        ])
      : spawn(docker, ["run", "--rm", ...CHEAP, "--name", name, image ?? "", "--quiet"]);
  const ended = new Promise((resolve) => child.once("close", resolve));
  /** @type {Promise<number>} */
  const ready = new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (text) => {
      if (/^Listening on /m.test((said += text))) resolve(performance.now());
    });
    child.stderr.on("data", (text) => (said += text));
    child.once("close", () => reject(new Error(`A chain ended: ${said}`)));
  });
  return { child, name, ready, ended };
}

/** @param {{ child: import("node:child_process").ChildProcess, name: string | undefined }} chain */
function memoryOf({ child, name }) {
  const pid =
    name === undefined
      ? child.pid
      : execFileSync(docker, ["inspect", "--format", "{{.State.Pid}}", name], {
          encoding: "utf8",
        }).trim();
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
}
