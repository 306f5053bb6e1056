import module from "node:module";
import { join } from "node:path";

import { makeFolder } from "../../foundation/support/make-folder.js";
import { defaultCacheDir } from "../../foundation/support/user-folders.js";

/**
 * Whether a program can start: this Node can run Hardhat 3, the current folder exists, and this package's peers are
 * installed. If not, prints an error. If so, caches compiled code for the next start, because compiling takes half of
 * the time of --help.
 * @param name of the program, for the message
 */
export async function canStart(name: string): Promise<boolean> {
  const problem = problemOfNode(name) ?? problemOfFolder();
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    return false;
  }
  cacheCompiled(process.env["NODE_COMPILE_CACHE"] || join(defaultCacheDir(), "compiled"));
  try {
    (await import("../../foundation/support/peers.js")).requirePeers();
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

/** Not in Node's default folder: another user of this machine could put code into the temporary folder. */
function cacheCompiled(folder: string): void {
  try {
    // Node would try for ever to make it where the system allows none, as in /proc.
    makeFolder(folder);
    module.enableCompileCache(folder);
  } catch {
    // The home folder may be read-only, or missing.
  }
}

function problemOfNode(name: string): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return undefined;
  return (
    `${name} needs Node 22.13 or later, as Hardhat 3 does; this is ${process.versions.node}. ` +
    `Use a newer Node, for instance with: npx -p node@24 -p hardhat-dao-migration ${name}`
  );
}

function problemOfFolder(): string | undefined {
  try {
    process.cwd();
    return undefined;
  } catch {
    return "The current folder no longer exists. Change to another one (cd).";
  }
}
