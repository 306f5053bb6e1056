import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { DirectDeployer } from "../src/engine/execution/deployers/direct-deployer.js";
import { prepareMigration } from "../src/operations/run/prepare.js";
import { runMigration } from "../src/operations/run/run-migration.js";
import { openChain } from "../test/simulated-chain.js";
import { median } from "./recorded.js";

/*
 * A DAO on rc.57 with many founders: time and memory per founder. Each measurement runs in its own process. It first
 * migrates DAOs of 150 founders, so that the code is loaded and compiled, and then the measured DAO on an existing
 * base. A DAO with one founder shows the costs that do not depend on their number. On a busy machine, the CPU time of
 * all threads says more than the clock. Heap is what this package keeps after the migration; resident memory includes
 * the chain's state.
 */

const CASES = [
  { founders: 1, useDaoCreator: true },
  { founders: 100, useDaoCreator: true },
  { founders: 1_000, useDaoCreator: true },
  { founders: 10_000, useDaoCreator: true },
  { founders: 1, useDaoCreator: false },
  { founders: 100, useDaoCreator: false },
  { founders: 1_000, useDaoCreator: false },
];
const ROUNDS = 5;

interface Figures {
  readonly prepare: number;
  readonly run: number;
  /** CPU time of all threads, including the chain's. */
  readonly cpu: number;
  readonly transactions: number;
  readonly heap: number;
  readonly resident: number;
}

/** An address without a key: deriving keys would take longer than the migration. */
function founder(index: number) {
  const address = `0x${(BigInt(index + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).padStart(40, "1").slice(-40)}`;
  return { address, tokens: 1000 + index, reputation: 2000 + index };
}

async function migrate(founders: number, useDaoCreator: boolean): Promise<Figures> {
  const connection = await openChain();
  const { provider } = connection;
  const inputs = { arcVersion: "rc.57", projectRoot: process.cwd() };
  const base = await prepareMigration({ ...inputs, sections: ["base"] }, "private", {});
  const existing = await runMigration(
    await DirectDeployer.create({ provider, inProcess: true }),
    base,
    {},
  );

  const params = {
    founders: Array.from({ length: founders }, (_, index) => founder(index)),
    useDaoCreator,
    unregisterOwner: true,
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const prepared = await prepareMigration(
    { ...inputs, sections: ["dao"], params },
    "private",
    existing,
  );
  const middle = performance.now();
  const deployer = await DirectDeployer.create({ provider, inProcess: true });
  await runMigration(deployer, prepared, existing);
  const end = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  globalThis.gc?.();
  const figures = {
    prepare: middle - start,
    run: end - middle,
    cpu: (user + system) / 1000,
    transactions: deployer.stepCount,
    heap: process.memoryUsage().heapUsed,
    resident: process.resourceUsage().maxRSS * 1024,
  };
  await connection.close();
  return figures;
}

async function measured(founders: number, useDaoCreator: boolean): Promise<Figures> {
  const args = [
    "--expose-gc",
    "--import",
    "./scripts/typescript.mjs",
    fileURLToPath(import.meta.url),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...args,
    String(founders),
    String(useDaoCreator),
  ]);
  return JSON.parse(stdout) as Figures;
}

/** Alternates all cases, so that other work on the machine affects all of them. */
async function table(): Promise<void> {
  const runs = CASES.map((): Figures[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { founders, useDaoCreator }] of CASES.entries()) {
      runs[index]?.push(await measured(founders, useDaoCreator));
    }
  }
  console.log(
    "founders  made by     transactions  prepare ms  run ms  CPU ms  CPU ms each further founder  heap MiB  resident MiB",
  );
  const alone = new Map<boolean, number>();
  for (const [index, { founders, useDaoCreator }] of CASES.entries()) {
    const of = (name: keyof Figures) => median((runs[index] ?? []).map((each) => each[name]));
    if (founders === 1) alone.set(useDaoCreator, of("cpu"));
    const further = (of("cpu") - (alone.get(useDaoCreator) ?? 0)) / (founders - 1);
    console.log(
      [
        String(founders).padStart(8),
        useDaoCreator ? " DaoCreator" : " minting   ",
        String(of("transactions")).padStart(12),
        of("prepare").toFixed(1).padStart(11),
        of("run").toFixed(0).padStart(7),
        of("cpu").toFixed(0).padStart(7),
        (founders === 1 ? "-" : further.toFixed(3)).padStart(25),
        mebibytes(of("heap")).padStart(9),
        mebibytes(of("resident")).padStart(13),
      ].join(" "),
    );
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

const [founders, useDaoCreator] = process.argv.slice(2);
if (founders === undefined) {
  await table();
} else {
  for (let run = 0; run < 5; run++) await migrate(150, useDaoCreator === "true");
  console.log(JSON.stringify(await migrate(Number(founders), useDaoCreator === "true")));
}
