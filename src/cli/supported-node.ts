import module from "node:module";
import { join } from "node:path";

import { defaultCacheDir } from "../support/cache-folder.js";

/**
 * Whether this Node can run Hardhat 3; where it can, what is compiled from here on is kept for the
 * next start (compiling takes half of the time that --help does). Says so where it cannot.
 * @param command its name, for the message
 */
export function supportedNode(command: string): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) {
    // Not in Node's own place: whoever else uses this machine could put code into the temporary folder.
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
