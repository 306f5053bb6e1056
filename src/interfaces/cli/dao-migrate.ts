#!/usr/bin/env node
import { EXIT } from "../../output/terminal/exit-codes.js";
import { canStart } from "./can-start.js";

// On Linux, this also removes the arguments from the process list, because they may contain a key.
process.title = "dao-migrate";

if (await canStart("dao-migrate")) {
  const { main } = await import("./main.js");
  const code = await main(process.argv.slice(2));
  process.exitCode = code;
  // A request that is no longer needed would keep the process alive for seconds.
  if (code === EXIT.interrupted) process.exit();
} else {
  process.exitCode = EXIT.failed;
}
