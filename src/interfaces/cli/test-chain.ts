#!/usr/bin/env node
import module from "node:module";

import { EXIT } from "../../output/terminal/exit-codes.js";
import { canStart } from "./can-start.js";

// On Linux, this also removes the arguments from the process list, because they may contain a mnemonic.
process.title = "dao-test-chain";

if (!(await canStart("dao-test-chain"))) process.exit(EXIT.failed);
// Otherwise, compiled code would be cached only at a clean exit, and most chains are stopped by a signal.
setTimeout(() => module.flushCompileCache(), 3_000).unref();

const { testChainMain } = await import("./test-chain-main.js");
// Not with `process.exitCode`: a request that the chain is still working on must not keep the process alive.
process.exit(await testChainMain(process.argv.slice(2)));
