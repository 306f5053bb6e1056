// Loaded before a process's own code: makes it use the Hardhat that is installed in the folder HARDHAT_FOLDER.
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const project = join(process.env.HARDHAT_FOLDER ?? "", "package.json");
const require = createRequire(project);
registerHooks({
  resolve(name, context, next) {
    const isOurs = context.parentURL?.startsWith(pathToFileURL(process.cwd()).href) === true;
    if (!isOurs || !/^hardhat(\/|$)/.test(name)) return next(name, context);
    return { url: pathToFileURL(require.resolve(name)).href, shortCircuit: true };
  },
});
