#!/usr/bin/env node
// On Linux this also takes the arguments out of the list of processes: they may hold a mnemonic.
process.title = "dao-test-chain";

const { testChainMain } = await import("./test-chain-main.js");
// Not by `process.exitCode`: a request that the chain still works on must not keep the process.
process.exit(await testChainMain(process.argv.slice(2)));
