import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { median } from "./recorded.js";

/**
 * How long importing the built package takes, compared with what every program that uses it imports anyway: ethers or
 * viem for the fixtures, `hardhat/plugins` for the plugin. Each import runs in its own process. On a busy machine, CPU
 * time in user mode says more than the clock.
 */
const ROOT = new URL("..", import.meta.url);
const RUNS = Number(process.argv[2] ?? 31);
const GOAL = 1.15;

const built = (file: string) => {
  const path = fileURLToPath(new URL(`dist/${file}`, ROOT));
  if (!existsSync(path)) throw new Error("Build the package first: npm run build.");
  return pathToFileURL(path).href;
};
const pairs = [
  { ours: built("fixtures/index.js"), name: "fixtures", theirs: "ethers" },
  { ours: built("fixtures/viem/index.js"), name: "fixtures for viem", theirs: "viem" },
  { ours: built("src/index.js"), name: "plugin", theirs: "hardhat/plugins" },
];

const { version } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")) as {
  version: string;
};
console.log(`hardhat-dao-migration ${version}, Node ${process.version}, ${RUNS} runs each`);
for (const { ours, name, theirs } of pairs) {
  const subjects = { [name]: ours, [theirs]: theirs };
  const measured = new Map(Object.keys(subjects).map((each) => [each, [] as Spent[]]));
  for (let run = 0; run < RUNS; run++) {
    for (const [each, spent] of measured) spent.push(spentOn(subjects[each]!));
  }
  const [own, other] = [...measured.values()].map((spent) => median(spent.map(({ cpu }) => cpu)));
  for (const [each, spent] of measured) {
    const wall = median(spent.map((one) => one.wall));
    const cpu = median(spent.map((one) => one.cpu));
    console.log(
      `${each.padEnd(18)} ${cpu.toFixed(0).padStart(4)} ms CPU ${wall.toFixed(0).padStart(5)} ms`,
    );
  }
  console.log(`${(own! / other!).toFixed(2)} times ${theirs}. Goal: at most ${GOAL}.`);
}

interface Spent {
  /** Milliseconds in user mode, including Node's own start. */
  readonly cpu: number;
  readonly wall: number;
}

function spentOn(specifier: string): Spent {
  const code = `await import(${JSON.stringify(specifier)}); console.log(process.cpuUsage().user / 1000)`;
  const start = performance.now();
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: fileURLToPath(ROOT),
    encoding: "utf8",
  });
  return { cpu: Number(stdout), wall: performance.now() - start };
}
