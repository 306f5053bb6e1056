// Loaded before a process's own code: makes it use the oldest Hardhat that this package supports.
import { createRequire, registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(resolve("test/live/package.json"));
registerHooks({
  resolve(name, context, next) {
    if (!/^hardhat(\/|$)/.test(name)) return next(name, context);
    const file = require.resolve(name.replace("hardhat", "hardhat-oldest"));
    return { url: pathToFileURL(file).href, shortCircuit: true };
  },
});
