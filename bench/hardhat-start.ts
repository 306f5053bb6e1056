import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { median } from "./recorded.js";

/**
 * What the built plugin adds to `hardhat --help`, in addition to hardhat-ethers, which it loads if that is installed.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLUGIN = join(ROOT, "dist/src/index.js");
const CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
const RUNS = Number(process.argv[2] ?? 31);
const GOAL = 10;

if (!existsSync(PLUGIN)) throw new Error("Build the package first: npm run build.");

const folder = mkdtempSync(join(tmpdir(), "dao-hardhat-start-"));
try {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const ethers = 'import hardhatEthers from "@nomicfoundation/hardhat-ethers";\n';
  const dao = `import daoMigration from ${JSON.stringify(PLUGIN)};\n`;
  const configs = {
    "without the plugin": `${ethers}export default { plugins: [hardhatEthers] };\n`,
    "with the plugin": `${ethers}${dao}export default { plugins: [hardhatEthers, daoMigration], dao: { arcVersion: "rc.57" } };\n`,
  };
  const times = new Map(Object.keys(configs).map((name) => [name, [] as number[]]));
  for (const [name, text] of Object.entries(configs)) writeFileSync(join(folder, file(name)), text);
  for (let run = 0; run < RUNS; run++) {
    for (const [name, values] of times) {
      const start = performance.now();
      spawnSync(process.execPath, [CLI, "--config", file(name), "--help"], { cwd: folder });
      values.push(performance.now() - start);
    }
  }
  const [bare = 0, more = 0] = [...times.values()].map(median);
  for (const [name, values] of times) {
    console.log(`${name.padEnd(20)} ${median(values).toFixed(0).padStart(4)} ms`);
  }
  console.log(
    `${(more - bare).toFixed(0)} ms more, ${(more / bare).toFixed(2)} times. Goal: at most ${GOAL} ms; medians of ${RUNS} interleaved runs.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function file(name: string): string {
  return `${name.replaceAll(" ", "-")}.config.ts`;
}
