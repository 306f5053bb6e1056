import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { daoFixture, TestChain } from "../fixtures/index.js";
import daoMigration from "../src/index.js";
import { median, recording, replay, signed } from "./recorded.js";

/*
 * What a fixture costs a test: the first load compared with the same signed transactions sent raw, a restore compared
 * with a bare evm_revert and evm_snapshot, and the memory of a chain. Runs alternate, so that other work on the machine
 * affects both. Start Node with --expose-gc.
 */

const RUNS = Number(process.argv[2] ?? 15);
const WARM_UP = 3;
const RESTORES = 200;
const CHAINS = 100;

const { network } = await createHardhatRuntimeEnvironment({
  plugins: [hardhatEthers, networkHelpers, daoMigration],
});

async function onFreshChain<Result>(
  run: (connection: NetworkConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await network.create();
  try {
    return await run(connection);
  } finally {
    await connection.close();
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function measureLoads(): Promise<void> {
  const recorded = await onFreshChain(async (connection) => {
    const { recorder, requests } = recording(connection.provider);
    const watched = Object.create(connection, {
      provider: { value: recorder },
    }) as typeof connection;
    await daoFixture(watched);
    return await signed(connection, requests);
  });
  const loads: number[] = [];
  const floors: number[] = [];
  for (let index = -WARM_UP; index < RUNS; index++) {
    const load = await onFreshChain((connection) =>
      timed(() => connection.networkHelpers.loadFixture(daoFixture)),
    );
    const floor = await onFreshChain(({ provider }) => replay(provider, recorded));
    if (index < 0) continue;
    loads.push(load);
    floors.push(floor);
  }
  report("first load of daoFixture", median(loads), "its transactions sent raw", median(floors));
}

async function measureRestores(): Promise<void> {
  await onFreshChain(async ({ provider, networkHelpers: helpers, dao }) => {
    let snapshot = "";
    const bare = async (): Promise<void> => {
      if (snapshot !== "") await provider.request({ method: "evm_revert", params: [snapshot] });
      snapshot = (await provider.request({ method: "evm_snapshot" })) as string;
    };
    const figures: Record<string, number[]> = {};
    // One after the other, because each invalidates the snapshots of the others.
    for (const [name, restore] of Object.entries({
      bare,
      loadFixture: () => helpers.loadFixture(daoFixture),
      "dao.load": () => dao.load(),
      again: bare,
    })) {
      snapshot = "";
      await restore();
      figures[name] = [];
      for (let index = -RESTORES; index < RESTORES; index++) {
        const taken = await timed(restore);
        if (index >= 0) figures[name].push(taken);
      }
    }
    const floor = median([...(figures.bare ?? []), ...(figures.again ?? [])]);
    for (const name of ["loadFixture", "dao.load"]) {
      report(
        `restore by ${name}`,
        median(figures[name] ?? []),
        "evm_revert and evm_snapshot",
        floor,
      );
    }
  });
}

async function measureMemory(): Promise<void> {
  const chain = async (): Promise<TestChain> => {
    const made = await TestChain.create();
    await made.load();
    return made;
  };
  const first = await chain();
  const before = memory();
  const open: TestChain[] = [];
  for (let index = 0; index < 10; index++) open.push(await chain());
  const held = memory();
  for (const each of open.splice(0)) await each.close();
  console.log(
    `each further chain in the process: ${megabytes((held.rss - before.rss) / 10)} resident, ` +
      `${megabytes((held.heap - before.heap) / 10)} of it heap`,
  );

  // Freed native memory goes back to the allocator, not to the system. What matters is that it levels off.
  const series: string[] = [];
  for (let index = 1; index <= CHAINS; index++) {
    const each = await chain();
    await each.close();
    if (index % 25 === 0) {
      const { heap, rss } = memory();
      series.push(`${index}: ${megabytes(heap)} heap, ${megabytes(rss)} resident`);
    }
  }
  console.log(`chains opened and closed, ${series.join("; ")}`);
  await first.close();
}

function memory(): { heap: number; rss: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, rss };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function report(what: string, ours: number, against: string, floor: number): void {
  console.log(
    `${what.padEnd(26)} ${ours.toFixed(2).padStart(7)} ms, ${(ours / floor).toFixed(2)} times ${against} (${floor.toFixed(2)} ms)`,
  );
}

await measureLoads();
await measureRestores();
await measureMemory();
