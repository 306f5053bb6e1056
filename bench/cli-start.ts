import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { median } from "./recorded.js";

/** How long the built command takes to show its version and help, compared with Node doing nothing. */
const COMMAND = fileURLToPath(
  new URL("../dist/src/interfaces/cli/dao-migrate.js", import.meta.url),
);
const RUNS = 21;
const GOAL = 3;

if (!existsSync(COMMAND)) throw new Error("Build the package first: npm run build.");

const subjects = {
  "node -e 0": ["-e", "0"],
  "dao-migrate --version": [COMMAND, "--version"],
  "dao-migrate --help": [COMMAND, "--help"],
  "dao-migrate dao --help": [COMMAND, "dao", "--help"],
};
const times = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
for (let run = 0; run < RUNS; run++) {
  for (const [name, args] of Object.entries(subjects)) {
    const start = performance.now();
    spawnSync(process.execPath, args);
    times.get(name)?.push(performance.now() - start);
  }
}
const bare = median(times.get("node -e 0") ?? []);
for (const [name, values] of times) {
  const ratio = median(values) / bare;
  console.log(
    `${name.padEnd(24)} ${median(values).toFixed(0).padStart(4)} ms  ${ratio.toFixed(2)}`,
  );
}
console.log(`Goal: at most ${GOAL} times node -e 0; medians of ${RUNS} interleaved runs.`);
