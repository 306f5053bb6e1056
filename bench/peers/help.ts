import { run } from "../../test/docs/project.js";
import { median } from "../recorded.js";
import type { Peers } from "./projects.js";
import { table } from "./table.js";

/** How long a command takes to print its help. */
export async function compareHelp(
  { ours, ignition, predecessor }: Peers,
  rounds: number,
): Promise<void> {
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
  for (let round = 0; round < rounds; round++) {
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
