// @ts-check
// Builds dist/ from scratch: the code of the published package, which has neither sources nor source maps: they were half
// of it, and are in the repository that package.json names. Runs with `npm run build` and, as
// prepack, with every `npm pack` and `npm publish`.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { joinModules } from "./join-modules.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** @param {string[]} args */
function node(...args) {
  try {
    execFileSync(process.execPath, args, { stdio: "inherit" });
  } catch {
    console.error(`The build stopped: node ${args.join(" ")} failed, see above.`);
    process.exit(1);
  }
}

rmSync("dist", { recursive: true, force: true });
node("scripts/generate-types.mjs");
node("node_modules/typescript-7/bin/tsc", "-p", "tsconfig.build.json");

await joinModules([
  ...["dist/src/index.js", "dist/src/interfaces/plugin/hooks/config.js"],
  ...["dist/src/interfaces/cli/can-start.js", "dist/src/foundation/support/peers.js"],
  ...["dist/src/interfaces/cli/test-chain-main.js", "dist/src/test-chain/command/serve.js"],
  ...["dist/src/test-chain/command/started.js", "dist/src/test-chain/server/server.js"],
  ...["dist/src/test-chain/open.js", "dist/src/test-chain/recording/record.js"],
]);

// The compiler emits only JSON files that a module imports; the others are read as files.
for (const folder of ["src", "tasks", "fixtures"]) {
  if (statSync(folder, { throwIfNoEntry: false })) {
    cpSync(folder, path.join("dist", folder), {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || file.endsWith(".json"),
    });
  }
}

node("scripts/bundle-arc-release.mjs");
node("scripts/record-test-chain.mjs");

const { bin = {} } = JSON.parse(readFileSync("package.json", "utf8"));
for (const file of Object.values(bin)) {
  chmodSync(/** @type {string} */ (file), 0o755);
}
