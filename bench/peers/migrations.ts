import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { run } from "../../test/docs/project.js";
import { startAnvil, startGanache, withNode, type TestNode } from "../../test/live/nodes.js";
import { median } from "../recorded.js";
import type { Peers } from "./projects.js";
import { baseSteps } from "./steps.js";
import { table } from "./table.js";

const KEY = "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";

interface Tool {
  readonly name: string;
  readonly folder: string;
  readonly command: (url: string) => string;
}

/** Whole commands from start to end, each on a new node; the tools alternate. */
export async function compareMigrations(peers: Peers, rounds: number): Promise<void> {
  const { ours, ignition, hardhatDeploy, predecessor } = peers;
  const steps = JSON.stringify(await withNode(startAnvil(), ({ provider }) => baseSteps(provider)));
  for (const { folder } of [ignition, hardhatDeploy]) {
    await writeFile(join(folder, "steps.json"), steps);
  }
  // A file from which both create the same DAO.
  const dao = join(predecessor.folder, "params.json");
  await copyFile(dao, join(ours.folder, "migration-params.json"));
  const own = (name: string, what: string): Tool => ({
    name,
    folder: ours.folder,
    command: (url) =>
      `rm -f migration.json* && node node_modules/hardhat-dao-migration/dist/src/interfaces/cli/dao-migrate.js ${what} ` +
      `--provider ${url} --private-key ${KEY} --force --quiet`,
  });
  const hardhat = (name: string, folder: string, cli: string, what: string): Tool => ({
    name,
    folder,
    command: (url) =>
      `rm -rf deployments ignition/deployments && PEER_URL=${url} HARDHAT_IGNITION_CONFIRM_DEPLOYMENT=false ` +
      `node node_modules/hardhat/${cli} ${what} --network peer`,
  });
  await compare("the base of rc.57 on anvil, by the command", () => startAnvil(), rounds, [
    own(ours.name, "base"),
    hardhat(
      ignition.name,
      ignition.folder,
      "dist/src/cli.js",
      "ignition deploy ignition/modules/Base.js",
    ),
    hardhat(hardhatDeploy.name, hardhatDeploy.folder, "internal/cli/cli.js", "deploy --no-compile"),
  ]);
  const old = () =>
    startGanache({ chain: { hardfork: "istanbul" }, miner: { blockGasLimit: 8_000_000 } });
  const tool = join(predecessor.folder, "node_modules/@daostack/migration");
  const flags = `-f -q -a 0.0.1-rc.57 -i ${dao} -s ${KEY}`;
  await compare("base and a DAO of rc.57 on ganache, by the command", old, rounds, [
    own(ours.name, ""),
    {
      name: predecessor.name,
      folder: tool,
      command: (url) =>
        `echo '{}' > migration.json && node migrate.js base -p ${url} ${flags} && node migrate.js dao -p ${url} ${flags}`,
    },
  ]);
}

async function compare(
  title: string,
  start: () => Promise<TestNode>,
  rounds: number,
  tools: readonly Tool[],
): Promise<void> {
  const taken = tools.map(() => [] as number[]);
  const transactions: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [index, { folder, command }] of tools.entries()) {
      await withNode(start(), async ({ url, provider }) => {
        const started = performance.now();
        await run(folder, command(url));
        taken[index]!.push(performance.now() - started);
        transactions[index] = await sent(provider);
      });
    }
  }
  const [own = NaN] = taken.map(median);
  table(
    title,
    ["", "seconds", "times ours", "transactions"],
    tools.map(({ name }, index) => {
      const value = median(taken[index]!);
      const cells = [(value / 1000).toFixed(1), (value / own).toFixed(1)];
      return [name, ...cells, String(transactions[index])];
    }),
  );
}

async function sent(provider: TestNode["provider"]): Promise<number> {
  const head = Number(await provider.request({ method: "eth_blockNumber" }));
  let count = 0;
  for (let number = 1; number <= head; number++) {
    const block = `0x${number.toString(16)}`;
    const method = "eth_getBlockTransactionCountByNumber";
    count += Number(await provider.request({ method, params: [block] }));
  }
  return count;
}
