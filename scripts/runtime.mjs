// @ts-check
// Finds or fetches the Node and the npm that the jobs of run.mjs need. Runs on Node 18 and later.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { run } from "./child.mjs";
import { fetchTool, nodeTool, NPM } from "./fetch-tool.mjs";

/** The oldest version that Hardhat 3 supports; the same as in `engines` in package.json. */
const OLDEST_NODE = [22, 13, 0];

/** A failure that the user can fix, shown without a stack trace. */
export class RunError extends Error {}

/**
 * How to start npm: the executable and the arguments before npm's own.
 *
 * @typedef {{ command: string, args: string[] }} Npm
 */

/** @param {string} version as in process.versions.node */
export function fits(version) {
  const parts = version.split(".").map(Number);
  const index = OLDEST_NODE.findIndex((oldest, i) => parts[i] !== oldest);
  return index === -1 || (parts[index] ?? 0) > (OLDEST_NODE[index] ?? 0);
}

/**
 * A suitable Node outside of node_modules, which `npm ci` empties: the running one, the one that runs the user's npm,
 * or one from npm.
 *
 * @param {string} root folder of the clone
 * @returns {Promise<string>} path of the executable
 * @throws {RunError} without npm, or if the registry cannot be reached
 */
export async function suitableNode(root) {
  const modules = path.join(root, "node_modules") + path.sep;
  if (fits(process.versions.node) && !process.execPath.startsWith(modules)) {
    return process.execPath;
  }
  const npms = process.env["npm_node_execpath"];
  if (npms !== undefined && !npms.startsWith(modules) && fits(versionOf(npms))) {
    return npms;
  }
  return fetchNode(root);
}

/**
 * Node from npm, or from the cache folder if it was fetched before.
 *
 * @param {string} root folder of the clone
 * @returns {Promise<string>} path of the executable
 * @throws {RunError} without npm, or if the registry cannot be reached or has no Node for this machine
 */
async function fetchNode(root) {
  const { platform, arch } = process;
  const found = nodeTool(platform, arch);
  if (found === undefined) {
    throw new RunError(
      `This is Node ${process.versions.node}, but ${OLDEST_NODE.join(".")} or later is needed, and npm has none for ` +
        `${platform}-${arch}. Install Node 24 yourself, and run this again.`,
    );
  }
  const node = path.join(await get(root, found.tool), found.executable);
  if (fits(versionOf(node))) return node;
  throw new RunError(
    `${found.tool.spec} does not run on this machine (${node}; it needs glibc on Linux). Install Node 24 yourself, ` +
      `and run this again.`,
  );
}

/**
 * An npm that runs under the given Node: the user's own if possible, otherwise one from the registry.
 *
 * @param {string} root folder of the clone
 * @param {string} node path of a suitable Node
 * @returns {Promise<Npm>}
 * @throws {RunError} without npm, or if the registry cannot be reached
 */
export async function npmUnder(root, node) {
  const own = machineNpm();
  const script = own.args[0];
  const npm = script === undefined ? own : { command: node, args: [script] };
  const probe = await run(npm.command, [...npm.args, "version", "--json"], {
    cwd: root,
    env: environment(node),
    stdio: ["ignore", "pipe", "ignore"],
  }).catch(() => undefined);
  if (probe?.code === 0 && fits(String(parsed(probe.output)["node"] ?? "0"))) {
    return npm;
  }
  const folder = await get(root, NPM);
  return { command: node, args: [path.join(folder, "bin/npm-cli.js")] };
}

/**
 * The environment of a child process: the given Node comes first on PATH, then the clone's tools. Leaves out the
 * settings of the npm command that started this process (after `npx -p`, every npm in a child would look for that
 * package).
 *
 * @param {string} node path of the Node to be found as `node`
 * @param {string} [root] folder of the clone, to find its tools
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(node, root) {
  const foreign =
    /^npm_config_(package|call|workspaces?|include_workspace_root|dry_run|global|location)$/i;
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  let searchPath = "";
  for (const [name, value] of Object.entries(process.env)) {
    if (/^path$/i.test(name) && (name === "PATH" || process.platform === "win32")) {
      searchPath = value ?? "";
    } else if (!foreign.test(name)) {
      env[name] = value;
    }
  }
  const tools = root === undefined ? [] : [path.join(root, "node_modules/.bin")];
  env["PATH"] = [path.dirname(node), ...tools, searchPath].join(path.delimiter);
  return env;
}

/**
 * @param {string} root folder of the clone
 * @param {import("./fetch-tool.mjs").Tool} tool
 * @returns {Promise<string>} its folder
 */
async function get(root, tool) {
  try {
    return await fetchTool(tool, machineNpm, { root, env: environment(process.execPath) });
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw new RunError(
      `${/** @type {Error} */ (error).message} This is Node ${process.versions.node}, but ${OLDEST_NODE.join(".")} or later is ` +
        `needed. Check the network, the registry and that npm is 7 or later, or install Node 24 yourself, and run this again.`,
    );
  }
}

/**
 * This machine's npm.
 *
 * @returns {Npm} its script, run by the Node it came with, or else the command on PATH
 */
function machineNpm() {
  const running = process.env["npm_execpath"];
  // Other package managers set the same variable. npx names its own script, which is beside npm's.
  if (running !== undefined && /^np[mx]-cli\.js$/.test(path.basename(running))) {
    const script = path.join(path.dirname(running), "npm-cli.js");
    if (existsSync(script)) {
      return { command: process.env["npm_node_execpath"] ?? process.execPath, args: [script] };
    }
  }
  const windows = process.platform === "win32";
  const besideNode = path.join(
    path.dirname(process.execPath),
    windows ? "node_modules" : "../lib/node_modules",
    "npm/bin/npm-cli.js",
  );
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((entry) => entry !== "");
  const scripts = [
    besideNode,
    ...(windows ? folders.map((entry) => path.join(entry, "node_modules/npm/bin/npm-cli.js")) : []),
  ];
  const commands = windows ? [] : folders.map((entry) => path.join(entry, "npm"));
  const command = commands.find((file) => existsSync(file));
  if (command !== undefined) {
    return { command, args: [] };
  }
  const script = scripts.find((file) => existsSync(file));
  if (script !== undefined) {
    return { command: process.execPath, args: [script] };
  }
  throw new RunError(
    `npm was found neither next to ${process.execPath} nor on PATH. Install npm (it comes with Node ` +
      `from nodejs.org; on Debian it is the package "npm") and run this again.`,
  );
}

/** @param {string} node */
function versionOf(node) {
  try {
    return execFileSync(node, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .slice(1);
  } catch {
    return "0";
  }
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>} empty if the text is not JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
