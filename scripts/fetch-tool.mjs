// @ts-check
// Node and npm for machines whose own are too old: fetched by npm, compared with a pinned hash, and kept in the cache
// folder. Runs on Node 18 with nothing installed.
import { createHash, randomUUID } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./child.mjs";

/**
 * A package with its `integrity`, as in npm's lock files.
 *
 * @typedef {{ spec: string, integrity: string }} Tool
 */

/** @type {{ node: Record<string, Tool>, npm: Tool }} */
const TOOLS = JSON.parse(
  readFileSync(fileURLToPath(new URL("tools.json", import.meta.url)), "utf8"),
);

/** npm, for a machine whose own does not run under the fetched Node. */
export const NPM = TOOLS.npm;

/** Written last, so a folder without it is incomplete. */
const COMPLETE = ".complete";

/**
 * The package with Node for a machine, and the path of its executable. The registry does not have every version for
 * every platform.
 *
 * @param {string} platform as in process.platform
 * @param {string} arch as in process.arch
 * @returns {{ tool: Tool, executable: string } | undefined} undefined if npm has no Node for it
 */
export function nodeTool(platform, arch) {
  const tool = TOOLS.node[`${platform}-${arch}`];
  return tool && { tool, executable: platform === "win32" ? "bin/node.exe" : "bin/node" };
}

/**
 * The folder of a tool, which is fetched if it is not in the cache.
 *
 * @param {Tool} tool
 * @param {() => { command: string, args: string[] }} findNpm
 * @param {{ root: string, env: NodeJS.ProcessEnv }} options `root` is the clone, whose npm settings are used
 * @throws {Error} if npm cannot fetch it, or if its hash is wrong
 */
export async function fetchTool({ spec, integrity }, findNpm, { root, env }) {
  const name = spec.replace(/[^\w.-]+/g, "-");
  const folder = path.join(cacheFolder(), "tools", name);
  if (existsSync(path.join(folder, COMPLETE))) return folder;

  const npm = findNpm();
  console.error(`Getting ${spec} from npm ...`);
  // Inside the clone, npm would use a package from node_modules instead, so it runs elsewhere, with the clone's
  // settings.
  const work = mkdtempSync(path.join(os.tmpdir(), "dao-migration-get-"));
  /** @param {string[]} args */
  const runNpm = async (...args) => {
    const options = ["--ignore-scripts", "--loglevel=error", "--workspaces=false"];
    const { code, signal } = await run(npm.command, [...npm.args, ...args, ...options], {
      cwd: work,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (code === 0) return;
    const how = signal ?? `exit code ${code}`;
    throw new Error(`npm could not get ${spec} (${how}; see its output above).`);
  };
  try {
    if (existsSync(path.join(root, ".npmrc"))) {
      copyFileSync(path.join(root, ".npmrc"), path.join(work, ".npmrc"));
    }
    writeFileSync(path.join(work, "package.json"), "{}");
    await runNpm("pack", spec);
    const file = readdirSync(work).find((entry) => entry.endsWith(".tgz")) ?? "";
    const found = hashOf(readFileSync(path.join(work, file)));
    if (found !== integrity) {
      throw new Error(
        `${spec} is not what was published, and was not used: its hash is ${found}, expected ${integrity}.`,
      );
    }
    // Whatever the platform: the image of another one needs its native part.
    await runNpm("install", `./${file}`, "--force", "--no-save", "--no-audit", "--no-fund");
    keep(path.join(work, "node_modules", spec.replace(/(?<=.)@.*$/, "")), folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {Buffer} tarball */
function hashOf(tarball) {
  return `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
}

/**
 * @param {string} made
 * @param {string} folder
 */
function keep(made, folder) {
  const unfinished = `${folder}.${randomUUID()}`;
  try {
    cpSync(made, unfinished, { recursive: true });
    writeFileSync(path.join(unfinished, COMPLETE), "");
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path.join(folder, COMPLETE))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The same folder as in src/foundation/support/user-folders.ts, which cannot be imported before the install. */
export function cacheFolder(
  environment = process.env,
  platform = process.platform,
  // An empty HOME counts as absent.
  home = os.homedir() || os.userInfo().homedir,
) {
  const name = "hardhat-dao-migration";
  const moved = environment["DAO_MIGRATION_CACHE"];
  if (moved) return path.resolve(moved);
  if (platform === "win32") {
    const local = environment["LOCALAPPDATA"] || path.join(home, "AppData", "Local");
    return path.join(local, name, "Cache");
  }
  if (platform === "darwin") return path.join(home, "Library", "Caches", name);
  const caches = environment["XDG_CACHE_HOME"] ?? "";
  return path.join(path.isAbsolute(caches) ? caches : path.join(home, ".cache"), name);
}
