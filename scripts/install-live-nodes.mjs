// @ts-check
// Installs the nodes that test/live starts (anvil), if the lock file has changed since the last time. They are in a
// package of their own, so that users of this package do not get them.
import path from "node:path";
import { fileURLToPath } from "node:url";

import { run } from "./child.mjs";
import { modified } from "./install-state.mjs";
import { environment, npmUnder } from "./runtime.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "test/live");
const installed = modified(path.join(folder, "node_modules/.package-lock.json"));
const lock = modified(path.join(folder, "package-lock.json"));
if (installed === undefined || (lock !== undefined && lock > installed)) {
  console.log("Installing the nodes that test/live starts.");
  const npm = await npmUnder(root, process.execPath);
  const { code } = await run(npm.command, [...npm.args, "ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: environment(process.execPath),
    stdio: "inherit",
  });
  process.exitCode = code ?? 1;
}
