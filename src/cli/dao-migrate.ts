#!/usr/bin/env node
// On Linux this also takes the arguments out of the list of processes: they may hold a key.
process.title = "dao-migrate";

const { main } = await import("./main.js");
process.exitCode = await main(process.argv.slice(2));
