// @ts-check
import Module from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

// Stryker's mocha runner requires files of mocha without their ending, which is .cjs since mocha 12. Every process of
// Stryker loads this file.
const { _extensions: loaders } = /** @type {any} */ (Module);
loaders[".cjs"] ??= loaders[".js"];
process.env["NODE_OPTIONS"] = `--import=${import.meta.url}`;

/** The fast tests of the rooms whose sources are mutated; `--testFiles` names others. */
const mutated = process.argv[process.argv.indexOf("--mutate") + 1] ?? "";
const rooms = mutated.split(",").map((file) => {
  const [top = "", floor = "", room = ""] = path.posix.normalize(file).split("/");
  const isRoom = top === "src" && !/[.*]/.test(room);
  return isRoom ? `${floor}/${room}` : top === "src" ? floor : top;
});

export default {
  testRunner: "mocha",
  testFiles: [...new Set(rooms)].map((room) => `test/${room}/**/*.test.ts`),
  testRunnerNodeArgs: ["--import", "./scripts/typescript.mjs"],
  mochaOptions: { spec: ["test/**/*.test.ts"] },
  // Type errors in the copy do not count: Node removes the types.
  tsconfigFile: "none",
  tempDirName: path.join(tmpdir(), `stryker-${process.pid}`),
  cleanTempDir: "always",
  reporters: ["clear-text", "progress"],
  clearTextReporter: { reportTests: false },
};
