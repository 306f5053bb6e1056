import { existsSync } from "node:fs";

import { expect } from "chai";

import { migrateInChild } from "./children.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { TEST_MNEMONIC, walletsOf } from "../../src/chain/test-accounts.js";
import { expectAsInProcess, migrate, nonceOf, reference, withOutput } from "./support.js";

const KILLS = Number(process.env.LIVE_TEST_KILLS ?? 100);
/** Kills of one migration, after which it is left to end. */
const MOST_KILLS = 12;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("a migration that is killed again and again", function () {
  this.timeout(1_500_000);

  it(`${KILLS} times with SIGKILL at random moments: the chain is that of an undisturbed run`, async () => {
    const seed = Number(process.env.LIVE_TEST_SEED ?? Date.now() % 1_000_000);
    const random = numbers(seed);
    const moments: number[] = [];
    for (let migration = 0; moments.length < KILLS; migration++) {
      const args = migration % 2 === 0 ? [] : ["--block-time", "0.1"];
      await withNode(startAnvil(args), async (node) => {
        await withOutput(async (output) => {
          const kills = await killedUntilDone(node, output, random, KILLS - moments.length);
          moments.push(...kills);
          try {
            await expectAsInProcess(node, output, await reference(node.mnemonic));
          } catch (error) {
            (error as Error).message +=
              `\nSeed ${seed}, killed with ${kills.join(", ")} steps on the chain.`;
            throw error;
          }
        });
      });
    }
    expect(moments).to.have.length(KILLS);
    const { steps } = await reference(TEST_MNEMONIC);
    // Random moments that all fell before the first step, or after the last, would show nothing.
    const inside = moments.filter((count) => count >= 1 && count < steps);
    expect(inside, `kills between the first and the last step, seed ${seed}`).to.not.be.empty;
  });
});

/** Runs a migration until it is done; returns how many steps were on the chain at each kill. */
async function killedUntilDone(
  node: TestNode,
  output: string,
  random: () => number,
  most: number,
): Promise<number[]> {
  const kills: number[] = [];
  while (kills.length < Math.min(most, MOST_KILLS)) {
    const { signal, code, output: said } = await migrateInChild(node, { output }, random() * 3_000);
    if (signal !== "SIGKILL") {
      expect(code, said).to.equal(0);
      return kills;
    }
    kills.push(await stepsOn(node));
    // It was done, and only its process was not at its end: another run would be another migration.
    if (existsSync(output) && !existsSync(`${output}.journal`)) return kills;
  }
  await migrate(node, { output });
  return kills;
}

async function stepsOn({ provider, mnemonic }: TestNode): Promise<number> {
  const counts = walletsOf(mnemonic).map(async ({ address }) => await nonceOf(provider, address));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
