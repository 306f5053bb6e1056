import module from "node:module";
import { join } from "node:path";

import { defaultCacheDir } from "../support/user-folders.js";

/**
 * Whether this Node can run Hardhat 3. If not, prints an error. If so, caches compiled code for the next start, because
 * compiling takes half of the time of --help.
 * @param command its name, for the message
 */
export function supportedNode(command: string): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) {
    // Not in Node's default folder: another user of this machine could put code into the temporary folder.
    module.enableCompileCache(
      process.env["NODE_COMPILE_CACHE"] ?? join(defaultCacheDir(), "compiled"),
    );
    return true;
  }
  process.stderr.write(
    `${command} needs Node 22.13 or later, as Hardhat 3 does; this is ${process.versions.node}. ` +
      `Use a newer Node, for instance with: npx -p node@24 -p hardhat-dao-migration ${command}\n`,
  );
  return false;
}
