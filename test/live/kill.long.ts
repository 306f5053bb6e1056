import { existsSync } from "node:fs";

import { expect } from "chai";

import { DaoExistsError } from "../../src/foundation/support/errors.js";
import { rejection } from "../rejection.js";
import { randomNumbers } from "../random-numbers.js";
import { migrateInChild, type Ending } from "./children.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { TEST_MNEMONIC, walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { expectAsInProcess, migrate, nonceOf, reference, withOutput } from "./support.js";

/** Only so many, because `test/lives` kills at every moment; these show that its model is like a real process. */
const KILLS = Number(process.env.LIVE_TEST_KILLS ?? 16);
/** After this many kills, a migration is left to finish. */
const MOST_KILLS = 12;
/** The most transactions that a run sends before it is killed. */
const MOST_SENT = 30;

describe("a migration that is killed again and again", function () {
  this.timeout(600_000);

  it(`${KILLS} times with SIGKILL at random moments: the chain is that of an undisturbed run`, async () => {
    const seed = Number(process.env.LIVE_TEST_SEED ?? Date.now() % 1_000_000);
    const random = randomNumbers(seed);
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
    // Kills that are all before the first step, or all after the last one, would prove nothing.
    for (const [from, to] of [
      [1, steps / 2],
      [steps / 2, steps],
    ] as const) {
      const inside = moments.filter((count) => count >= from && count < to);
      expect(inside, `kills from step ${from} to ${to}, seed ${seed}`).to.have.length.above(
        KILLS / 20,
      );
    }
  });
});

/** Runs a migration until it is done; returns the number of steps on the chain at each kill. */
async function killedUntilDone(
  node: TestNode,
  output: string,
  random: () => number,
  most: number,
): Promise<number[]> {
  const kills: number[] = [];
  while (kills.length < Math.min(most, MOST_KILLS)) {
    const { signal, code, output: said } = await killedOnce(node, output, random);
    if (signal !== "SIGKILL") {
      expect(code, said).to.equal(0);
      return kills;
    }
    kills.push(await stepsOn(node));
    if (!existsSync(output) || existsSync(`${output}.journal`)) continue;
    // The migration was done, only its process had not exited: the same command creates no second DAO.
    expect(await rejection(migrate(node, { output }))).to.be.instanceOf(DaoExistsError);
    return kills;
  }
  await migrate(node, { output, raiseAfter: 15_000 });
  return kills;
}

/**
 * Runs a migration and kills it: half of the time from outside, at any moment. That rarely hits the steps of a
 * chain that mines at once, which take a fraction of a second, so the other half kill it while it sends.
 */
async function killedOnce(node: TestNode, output: string, random: () => number): Promise<Ending> {
  if (random() < 0.5) return await migrateInChild(node, { output }, random() * 3_000);
  const count = 1 + Math.floor(random() * MOST_SENT);
  const after = random() < 0.5;
  const crash = { at: "request", method: "eth_sendRawTransaction", count, after } as const;
  return await migrateInChild(node, { output, crash });
}

async function stepsOn({ provider, mnemonic }: TestNode): Promise<number> {
  const counts = walletsOf(mnemonic).map(async ({ address }) => await nonceOf(provider, address));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
