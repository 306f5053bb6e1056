import { run } from "../../test/docs/project.js";
import { median } from "../recorded.js";
import { compareMigrations } from "./migrations.js";
import { nodePrograms, withProgram } from "./nodes.js";
import { installAll, type Peers } from "./projects.js";
import { measureRequests, type Rates } from "./requests.js";
import { table } from "./table.js";

/*
 * This package beside those that do a part of its work: the same work in one run, the tools in turns.
 * The first argument is the number of rounds (default 5), further ones the parts (default: all of
 * `installs help nodes migrations`). The peers are installed by npm in a temporary folder.
 */

const [rounds = "5", ...named] = process.argv.slice(2);
const ROUNDS = Number(rounds);

const PARTS: Record<string, (peers: Peers) => Promise<void>> = {
  installs: async ({ ours, ignition, hardhatDeploy, predecessor, ganache }) => {
    table(
      "installed with npm, without the installers of packages",
      ["", "packages", "MB"],
      [ours, ignition, hardhatDeploy, predecessor, ganache].map((each) => [
        each.name,
        String(each.packages),
        each.megabytes.toFixed(0),
      ]),
    );
    await Promise.resolve();
  },
  help: compareHelp,
  nodes: compareNodes,
  migrations: async (peers) => await compareMigrations(peers, ROUNDS),
};

for (const part of named) {
  if (PARTS[part] === undefined) {
    console.error(`There is no part ${part}, only ${Object.keys(PARTS).join(", ")}.`);
    process.exit(2);
  }
}
const peers = await installAll();
try {
  for (const part of named.length > 0 ? named : Object.keys(PARTS)) await PARTS[part]!(peers);
} finally {
  await peers.workshop.remove();
}

async function compareHelp({ ours, ignition, predecessor }: Peers): Promise<void> {
  const commands = [
    ["dao-migrate --help", ours.folder, "node_modules/.bin/dao-migrate --help"],
    ["dao-test-chain --help", ours.folder, "node_modules/.bin/dao-test-chain --help"],
    ["hardhat --help, with Ignition", ignition.folder, "node_modules/.bin/hardhat --help"],
    [
      "the predecessor's --help",
      predecessor.folder,
      "node node_modules/@daostack/migration/migrate.js --help",
    ],
  ] as const;
  const taken = commands.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS * 2; round++) {
    for (const [index, [, folder, command]] of commands.entries()) {
      const start = performance.now();
      await run(folder, command);
      taken[index]!.push(performance.now() - start);
    }
  }
  table(
    "what --help takes",
    ["", "ms"],
    commands.map(([name], index) => [name, median(taken[index]!).toFixed(0)]),
  );
}

async function compareNodes(all: Peers): Promise<void> {
  const programs = nodePrograms(all);
  const found = programs.map(() => ({
    starts: [] as number[],
    memory: [] as number[],
    rates: [] as Rates[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, program] of programs.entries()) {
      await withProgram(program, async ({ port, started, memory }) => {
        const { starts, rates, memory: resident } = found[index]!;
        starts.push(started);
        rates.push(await measureRequests(port));
        resident.push(memory());
      });
    }
  }
  const rows = programs.map(({ name }, index) => {
    const { starts, memory } = found[index]!;
    return [name, median(starts).toFixed(0), median(memory).toFixed(0)];
  });
  table(
    "nodes: until the first answer, and memory after the requests below",
    ["", "ms", "MB"],
    rows,
  );
  const asked = Object.keys(found[0]!.rates[0]!);
  table(
    "nodes: requests a second, one after the other",
    ["", ...programs.map(({ name }) => name)],
    asked.map((what) => [
      what,
      ...found.map(({ rates }) => median(rates.map((each) => each[what] ?? NaN)).toFixed(0)),
    ]),
  );
}
