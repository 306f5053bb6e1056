// @ts-check
// Runs examples/existing-dao with the packed package, against a DAO that the package's own command migrates to an anvil
// in a separate process; then again from the cache that the first run filled.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** Its accounts include the migration's public development account. */
const MNEMONIC = "myth like bonus scare over problem client lizard pioneer submit female collect";
/** Limit until anvil listens, in milliseconds. */
const START = 30_000;
/** A tenth of an ether, in wei, which the avatar owns. */
const TREASURY = "0x16345785d8a0000";
/** With this many blocks after it, a block is old enough for the fork's cache. */
const OLD = "0x100";

/**
 * @param {string} root of this repository
 * @param {string} project a copy of the example with its packages installed
 * @param {(cwd: string, command: string, ...args: string[]) => void} run
 */
export async function testExistingDao(root, project, run) {
  const anvil = await startAnvil(root);
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

/**
 * @param {string} root
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, url: string }>}
 */
async function startAnvil(root) {
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
