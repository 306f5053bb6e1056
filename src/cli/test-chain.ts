#!/usr/bin/env node
import module from "node:module";

import { supportedNode } from "./supported-node.js";

// On Linux this also takes the arguments out of the list of processes: they may hold a mnemonic.
process.title = "dao-test-chain";

if (!supportedNode("dao-test-chain")) process.exit(1);
if (!(await import("./can-start.js")).canStart()) process.exit(1);
// What was compiled is otherwise kept at a clean exit only, and most chains are stopped by a signal.
setTimeout(() => module.flushCompileCache(), 3_000).unref();

const { testChainMain } = await import("./test-chain-main.js");
// Not by `process.exitCode`: a request that the chain still works on must not keep the process.
process.exit(await testChainMain(process.argv.slice(2)));
