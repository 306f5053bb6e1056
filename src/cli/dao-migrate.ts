#!/usr/bin/env node
import { supportedNode } from "./supported-node.js";

// On Linux this also takes the arguments out of the list of processes: they may hold a key.
process.title = "dao-migrate";

if (supportedNode("dao-migrate")) {
  const { main } = await import("./main.js");
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.exitCode = 1;
}
