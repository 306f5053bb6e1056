import { rm } from "node:fs/promises";

import { compareHelp } from "./help.js";
import { compareMigrations } from "./migrations.js";
import { compareNodes } from "./compare-nodes.js";
import { installAll, type Peers } from "./projects.js";
import { table } from "./table.js";

/*
 * Compares this package with tools that do a part of its work: the same work in one run, with alternating tools. The
 * first argument is the number of rounds (default 5), further ones are the parts (default: all of `installs help nodes
 * migrations`). npm installs the peers in a temporary folder.
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
  help: async (peers) => await compareHelp(peers, ROUNDS * 2),
  nodes: async (peers) => await compareNodes(peers, ROUNDS),
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
  await rm(peers.workshop.folder, { recursive: true });
}
