import { DirectDeployer } from "../src/engine/execution/deployers/direct-deployer.js";
import type { Eip1193Provider } from "../src/foundation/chain/provider.js";
import { packageFile } from "../src/foundation/support/package.js";
import { prepareMigration } from "../src/operations/run/prepare.js";
import { runMigration } from "../src/operations/run/run-migration.js";
import { openChain } from "../test/simulated-chain.js";
import type { OpenChain } from "../src/test-chain/connection.js";
import { median, recording, replay, signed, type Recorded } from "./recorded.js";

/*
 * Base, the example DAO and the demo test on rc.57, in this process. Compares the whole migration (parameters, release,
 * every transaction and every read) with the same signed transactions sent raw to the same kind of chain. Runs
 * alternate, so that other work on the machine affects both.
 */

const RUNS = Number(process.argv[2] ?? 25);
const WARM_UP = 3;

interface Figures {
  readonly prepared: number;
  readonly run: number;
}

/** CPU time of this process so far, in milliseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function migrate(
  connection: OpenChain,
  provider: Eip1193Provider = connection.provider,
): Promise<Figures> {
  const start = performance.now();
  const prepared = await prepareMigration(
    {
      sections: ["base", "dao", "test"],
      params: packageFile("migration-params.json"),
      projectRoot: process.cwd(),
    },
    "private",
    {},
  );
  const middle = performance.now();
  const deployer = await DirectDeployer.create({ provider, inProcess: true });
  await runMigration(deployer, prepared, {});
  return { prepared: middle - start, run: performance.now() - middle };
}

async function onFreshChain<Result>(
  run: (connection: OpenChain) => Promise<Result>,
): Promise<Result> {
  const connection = await openChain();
  try {
    return await run(connection);
  } finally {
    await connection.close();
  }
}

async function record(): Promise<{
  recorded: Recorded[];
  requests: Map<string, number>;
  first: Figures;
}> {
  return await onFreshChain(async (connection) => {
    const requests = new Map<string, number>();
    const counter: Eip1193Provider = {
      async request(request) {
        requests.set(request.method, (requests.get(request.method) ?? 0) + 1);
        return await connection.provider.request(request);
      },
    };
    const { recorder, requests: made } = recording(counter);
    const first = await migrate(connection, recorder);
    return { recorded: await signed(connection, made), requests, first };
  });
}

const { recorded, requests, first } = await record();
const ours: Figures[] = [];
const floor: number[] = [];
const cpus: { readonly ours: number; readonly floor: number }[] = [];
for (let index = -WARM_UP; index < RUNS; index++) {
  const before = cpu();
  const figures = await onFreshChain(async (connection) => await migrate(connection));
  const between = cpu();
  const raw = await onFreshChain(async ({ provider }) => await replay(provider, recorded));
  if (index < 0) continue;
  cpus.push({ ours: between - before, floor: cpu() - between });
  ours.push(figures);
  floor.push(raw);
}

const prepared = median(ours.map((figures) => figures.prepared));
const run = median(ours.map((figures) => figures.run));
const whole = median(ours.map((figures) => figures.prepared + figures.run));
const raw = median(floor);
const transactions = recorded.filter(({ method }) => method.startsWith("eth_send")).length;
console.log(
  `base, example DAO and demo test on rc.57, ${transactions} transactions, ${RUNS} runs each`,
);
console.log(`requests   ${[...requests].map(([name, count]) => `${name} ${count}`).join(", ")}`);
console.log(`first      ${(first.prepared + first.run).toFixed(1)} ms  the first in the process`);
console.log(`floor      ${raw.toFixed(1)} ms  the same signed transactions sent raw`);
console.log(`prepared   ${prepared.toFixed(1)} ms  parameters and release read and checked`);
console.log(`run        ${run.toFixed(1)} ms  all transactions and reads`);
console.log(`whole      ${whole.toFixed(1)} ms  ${(whole / raw).toFixed(2)} times the floor`);
const used = median(cpus.map((both) => both.ours / both.floor));
console.log(
  `CPU        ${used.toFixed(2)} times the floor's, opening and closing the chain included`,
);
