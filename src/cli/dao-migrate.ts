#!/usr/bin/env node
import module from "node:module";

// On Linux this also takes the arguments out of the list of processes: they may hold a key.
process.title = "dao-migrate";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 13)) {
  // Compiling takes half of the time that --help does.
  module.enableCompileCache();
  const { main } = await import("./main.js");
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `dao-migrate needs Node 22.13 or later, as Hardhat 3 does; this is ${process.versions.node}. ` +
      "Use a newer Node, for instance with: npx -p node@24 -p hardhat-dao-migration dao-migrate\n",
  );
  process.exitCode = 1;
}
