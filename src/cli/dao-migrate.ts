#!/usr/bin/env node
import { supportedNode } from "./supported-node.js";

// On Linux this also takes the arguments out of the list of processes: they may hold a key.
process.title = "dao-migrate";

if (supportedNode("dao-migrate") && (await import("./can-start.js")).canStart()) {
  const { EXIT } = await import("../terminal/exit-codes.js");
  const { main } = await import("./main.js");
  const code = await main(process.argv.slice(2));
  process.exitCode = code;
  // A request that nobody waits for any more would keep the process for seconds.
  if (code === EXIT.interrupted) process.exit();
} else {
  process.exitCode = 1;
}
