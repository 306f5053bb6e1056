// @ts-check
// Installs the packed package into a copy of examples/dao-project, from the registry like any user, and runs everything
// that the project has: tests in one process and in workers, node:test, types under both module resolutions, a
// migration, and the test files in docs/fixtures.md. Then does the same for examples/viem-project, where hardhat-ethers
// is not installed, and for examples/existing-dao, on a fork of an anvil that has a DAO.
// Usage: node scripts/run.mjs exec -- node scripts/test-example.mjs
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { packed } from "./packed.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tarball = packed();
const folder = mkdtempSync(path.join(tmpdir(), "dao-example-"));
const project = path.join(folder, "dao-project");
const living = path.join(folder, "existing-dao");
const viemProject = path.join(folder, "viem-project");

/** Its accounts include the migration's public development account. */
const MNEMONIC = "myth like bonus scare over problem client lizard pioneer submit female collect";
/** Limit until anvil listens, in milliseconds. */
const START = 30_000;
/** A tenth of an ether, in wei, which the avatar owns. */
const TREASURY = "0x16345785d8a0000";
/** With this many blocks after it, a block is old enough for the fork's cache. */
const OLD = "0x100";

/** @param {string} cwd @param {string} command @param {string[]} args */
function run(cwd, command, ...args) {
  console.log(`\n> ${command} ${args.join(" ")}`);
  execFileSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
}

/**
 * Copies an example and installs its packages and the packed one.
 * @param {string} copy where to
 */
function install(copy) {
  cpSync(path.join(root, "examples", path.basename(copy)), copy, {
    recursive: true,
    filter: (file) => !/[/\\](node_modules|artifacts|cache|types)$/.test(file),
  });
  const args = ["--no-audit", "--no-fund", "--save-dev", tarball];
  run(copy, "npm", "install", ...args);
}

/** The TypeScript in docs/fixtures.md that is a whole test file: "```ts test/<name>.test.ts". */
function documentedTests() {
  const text = readFileSync(path.join(root, "docs/fixtures.md"), "utf8");
  return [...text.matchAll(/^```ts (test\/[\w-]+\.test\.ts)\n(.*?)^```$/gms)].map(
    ([, file = "", code = ""]) => ({ file, code }),
  );
}

try {
  run(path.join(root, "examples/dao-project"), "npm", "run", "contracts");
  install(project);
  for (const job of ["test", "test:parallel", "test:node", "types"])
    run(project, "npm", "run", job);

  const tsconfig = JSON.parse(readFileSync(path.join(project, "tsconfig.json"), "utf8"));
  Object.assign(tsconfig.compilerOptions, { module: "esnext", moduleResolution: "bundler" });
  writeFileSync(path.join(project, "tsconfig.bundler.json"), JSON.stringify(tsconfig));
  run(project, "npx", "tsc", "--project", "tsconfig.bundler.json");
  run(project, "npx", "hardhat", "dao:migrate", "--quiet");
  run(project, "npx", "hardhat", "dao:typechain", "--arc-version", "rc.40");

  const tests = documentedTests();
  if (tests.length === 0) throw new Error("docs/fixtures.md shows no test file.");
  for (const { file, code } of tests) writeFileSync(path.join(project, file), code);
  // They are for the packaged example, not for this project's DAO.
  rmSync(path.join(project, "migration-params.json"));
  const config = path.join(project, "hardhat.config.ts");
  const text = readFileSync(config, "utf8");
  writeFileSync(config, text.replace(', params: "migration-params.json"', ""));
  run(project, "npx", "hardhat", "test", "mocha", ...tests.map(({ file }) => file));
  run(project, "npx", "tsc", "--noEmit");

  run(path.join(root, "examples/viem-project"), "npm", "run", "contracts");
  install(viemProject);
  if (existsSync(path.join(viemProject, "node_modules/@nomicfoundation/hardhat-ethers"))) {
    throw new Error(
      "A project with viem has hardhat-ethers, and nothing shows that it needs none.",
    );
  }
  for (const job of ["abis", "test", "types"]) run(viemProject, "npm", "run", job);

  install(living);
  await testExistingDao(living);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Tests against a DAO that the package's own command migrates to an anvil in a separate process; then again from the
 * cache that the first run filled.
 *
 * @param {string} project a copy of the example with its packages installed
 */
async function testExistingDao(project) {
  const anvil = await startAnvil();
  try {
    run(project, "npx", "dao-migrate", "--provider", anvil.url, "--disable-confs");
    const { dao } = JSON.parse(readFileSync(path.join(project, "migration.json"), "utf8"));
    await ask(anvil.url, "anvil_setBalance", [dao.Avatar, TREASURY]);
    await ask(anvil.url, "anvil_mine", ["0x1"]);
    const block = Number(await ask(anvil.url, "eth_blockNumber", []));
    await ask(anvil.url, "anvil_mine", [OLD]);
    Object.assign(process.env, { NODE_URL: anvil.url, AVATAR: dao.Avatar, BLOCK: String(block) });
    for (const job of ["test", "test", "types"]) run(project, "npm", "run", job);
    const latest = Number(await ask(anvil.url, "eth_blockNumber", []));
    if (latest !== block + Number(OLD)) throw new Error("The tests changed the chain.");
  } finally {
    anvil.child.kill("SIGTERM");
  }
}

async function startAnvil() {
  const own = path.join(root, "test/live/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
  const command = existsSync(own) ? own : "anvil";
  const port = await freePort();
  // Silent, because nothing reads its output while a command runs.
  const child = spawn(command, ["--port", port, "--mnemonic", MNEMONIC, "--silent"]);
  let failure = "";
  child.once("error", ({ message }) => (failure = message));
  child.once("exit", (code) => (failure ||= `it ended with exit code ${code}`));
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START; ; await setTimeout(100)) {
    try {
      await ask(url, "eth_chainId", []);
      return { child, url };
    } catch (cause) {
      if (failure === "" && Date.now() < end) continue;
      child.kill("SIGKILL");
      const why = `${command} does not answer at ${url}: ${failure || "it took too long"}`;
      throw new Error(`${why}. It comes with npm ci --prefix test/live.`, { cause });
    }
  }
}

/** @returns {Promise<string>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return String(address.port);
}

/**
 * @param {string} url
 * @param {string} method
 * @param {unknown[]} params
 * @returns {Promise<unknown>}
 */
async function ask(url, method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  const answer = /** @type {{ result?: unknown, error?: { message: string } }} */ (
    await response.json()
  );
  const { result, error } = answer;
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
