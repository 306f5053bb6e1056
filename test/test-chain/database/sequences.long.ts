import { expect } from "chai";
import { cpSync } from "node:fs";
import { join } from "node:path";

import type { TestChainOptions } from "../../../src/test-chain/options.js";
import { randomNumbers } from "../../random-numbers.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { anyChange, CONTRACT, type Asked } from "./any-change.js";
import { Hang, Life } from "./life.js";
import { essenceOf, stateOf, type State } from "./state-of.js";
import { withChain } from "./with-chain.js";
import { seedOf } from "../../seed.js";

/**
 * `FUZZ_SEQUENCES=200 SEED=7` runs more than CI does, or repeats a run. 200 from seed 31415926 took 16
 * minutes under load on two cores and found nothing. An earlier 200, from seed 27182818, found a chain that
 * mined forever.
 */
const SEQUENCES = Number(process.env.FUZZ_SEQUENCES ?? 3);
const SEED = seedOf(31_415_926);
const CHANGES = 40;
const CHAIN_ID = 31337;

const CONFIGURATIONS: readonly TestChainOptions[] = [
  {},
  { hardfork: "istanbul" },
  { hardfork: "berlin", mining: { mempool: { order: "fifo" } } },
  { hardfork: "london", mining: { auto: false } },
  { hardfork: "merge", allowBlocksWithSameTimestamp: true },
  { hardfork: "shanghai", mining: { mempool: { order: "fifo" } } },
  { hardfork: "cancun", throwOnTransactionFailures: false },
  { hardfork: "prague", mining: { auto: false, interval: 15 } },
  { mining: { auto: true, interval: [5, 30] }, blockGasLimit: 16_000_000 },
  { initialDate: new Date("2031-01-01"), gas: 500_000 },
];

describe("a persisted test chain that is changed in every way and killed anywhere", function () {
  this.timeout(60_000 + SEQUENCES * 20_000);

  it(`starts again as it was, ${SEQUENCES} times, seed ${SEED}`, async (folder) => {
    const bases = new Map<number, string>();
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const seed = SEED + sequence;
      const which = seed % CONFIGURATIONS.length;
      const base = bases.get(which) ?? (await prepared(folder, which));
      bases.set(which, base);
      const db = join(folder, `${sequence}`);
      cpSync(base, db, { recursive: true });
      const done: string[] = [];
      await checked({ ...CONFIGURATIONS[which], demo: false, db }, seed, done).catch(
        (error: unknown) => {
          console.error(`SEED=${seed} FUZZ_SEQUENCES=1\n${done.slice(-45).join("\n")}`);
          throw error;
        },
      );
    }
  });
});

/** Creates a folder with a migrated chain, from which each sequence starts. */
async function prepared(folder: string, which: number): Promise<string> {
  const db = join(folder, `base-${which}`);
  await withChain({ ...CONFIGURATIONS[which], db }, async (ask) => {
    await ask("hardhat_setBalance", CONTRACT, "0x1");
  });
  return db;
}

async function checked(options: TestChainOptions, seed: number, done: string[]): Promise<void> {
  const random = randomNumbers(seed);
  const snapshots = new Map<string, unknown>();
  const first = new Life(done);
  await first.open(options);
  await change(random, first, snapshots, CHANGES);
  await rest(first);
  const before = await stateOf(first.ask);
  const isQuiet = random() < 0.5;
  const more: Asked[] = [];
  if (!isQuiet) {
    for (let index = 0; index < 3; index++) {
      more.push(await anyChange(random, first.ask, CHAIN_ID, [...snapshots.keys()]));
    }
    for (const { method, params } of more) void first.ask(method, ...params).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, random() * 12));
  }
  await first.kill();

  const second = new Life(done);
  try {
    await second.open(options);
    if (isQuiet) {
      await expectSame(second, before);
    } else {
      // Each of the last requests was completed or not.
      await rest(second);
      if (!more.some(({ method }) => method === "evm_revert")) {
        await expectContinued(second, before.state);
      }
      snapshots.clear();
    }
    await change(random, second, snapshots, CHANGES / 2);
    await rest(second);
    const later = await stateOf(second.ask);
    await second.close();
    await second.open(options);
    await expectSame(second, later);
    // Snapshots from before and after the kill are still available.
    const last = [...snapshots.keys()].at(-1);
    if (last !== undefined) await revert(second, snapshots, last);
    await second.close();
  } finally {
    await second.kill();
  }
}

async function expectSame(
  life: Life,
  { state, time, clock }: Awaited<ReturnType<typeof stateOf>>,
): Promise<void> {
  const now = await stateOf(life.ask);
  expect(now.state).to.deep.equal(state);
  // A fixed time stays, any other follows the clock.
  if (now.time !== time) expect(now.clock).to.be.closeTo(clock, 60);
}

async function expectContinued(life: Life, { blocks }: State): Promise<void> {
  const now = (await stateOf(life.ask)).state.blocks;
  const found = new Map(now.map((block) => [block.number, block]));
  for (const block of blocks) {
    if (found.has(block.number)) expect(found.get(block.number)).to.deep.equal(block);
  }
  expect(Number(now.at(-1)!.number)).to.be.least(Number(blocks.at(-1)!.number));
}

/** Stops interval mining. */
async function rest({ ask }: Life): Promise<void> {
  await ask("evm_setIntervalMining", 0);
}

async function change(
  random: () => number,
  life: Life,
  snapshots: Map<string, unknown>,
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { method, params } = await anyChange(random, life.ask, CHAIN_ID, [...snapshots.keys()]);
    if (method === "evm_revert") {
      await revert(life, snapshots, params[0] as string);
      continue;
    }
    if (method === "evm_snapshot") await rest(life);
    const answer = await life.ask(method, ...params).catch(refused);
    if (method === "evm_snapshot") snapshots.set(answer as string, await essenceOf(life.ask));
    if (method === "evm_setIntervalMining") await new Promise((wait) => setTimeout(wait, 15));
  }
}

function refused(error: unknown): void {
  if (error instanceof Hang) throw error;
}

async function revert(life: Life, snapshots: Map<string, unknown>, id: string): Promise<void> {
  await rest(life);
  const isDone = (await life.ask("evm_revert", id)) === true;
  expect(isDone, `evm_revert ${id}`).to.equal(snapshots.has(id));
  if (!isDone) return;
  expect(await essenceOf(life.ask)).to.deep.equal(snapshots.get(id));
  for (const other of snapshots.keys()) {
    if (Number(other) >= Number(id)) snapshots.delete(other);
  }
}
