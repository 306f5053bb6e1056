import { expect } from "chai";

import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { someOf } from "../some-of.js";
import { randomNumbers } from "../random-numbers.js";
import { compiledOf } from "./compiled-arc.js";
import { differencesOf, type Found, type Told } from "./facts.js";
import { faultyNode } from "./faulty-node.js";
import { withRandomDao, type RandomDao } from "./random-dao.js";
import { RawChain } from "./raw-chain.js";
import { readByForce } from "./read-by-force.js";
import { toldBy, type InspectionJson } from "./told.js";
import { seedOf } from "../seed.js";

const SEED = seedOf(410_631);
/** DAOs of each release. */
const DAOS = Number(process.env["INDEPENDENT_DAOS"] ?? 3);
const RELEASES = someOf(["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"], 3);
/** What happens to each DAO before it is read. */
const DEEDS = 40;
const SEEDS = Array.from({ length: DAOS }, (_, index) => SEED + index);

function expectSame(told: Told, found: Found, seed: number): void {
  const [differences, what] = [differencesOf(told, found), `of seed ${seed}`];
  expect(differences, `${what}: ${differences.join("\n")}`).to.deep.equal([]);
}

async function toldOn(node: Eip1193Provider, avatar: string) {
  const text = JSON.stringify(await inspectDao(node, avatar));
  return toldBy(JSON.parse(text) as InspectionJson);
}

/** Runs with a DAO that has lived, and with everything that reading by force finds about it. */
async function withFound(
  version: string,
  seed: number,
  run: (dao: RandomDao, found: Found) => Promise<void>,
): Promise<void> {
  await withRandomDao(version, seed, async (dao) => {
    await dao.live(DEEDS);
    const chain = await RawChain.read(dao.connection.provider);
    const found = await readByForce(chain, dao.avatar, await compiledOf(version));
    try {
      await run(dao, found);
    } catch (error) {
      const past = dao.past.join("\n  ");
      throw new Error(`${(error as Error).message}\nIts life:\n  ${past}`, { cause: error });
    }
  });
}

describe(`an inspection of ${DAOS} random DAOs (INDEPENDENT_DAOS) from seed ${SEED}`, function () {
  this.timeout(600_000);

  for (const version of RELEASES) {
    it(`tells what reading by force finds, on ${version}`, async () => {
      for (const seed of SEEDS) {
        await withFound(version, seed, async ({ connection, avatar }, found) => {
          const told = await toldOn(connection.provider, avatar);
          expectSame(told, found, seed);
          expect(told.facts.size).to.be.above(20);
        });
      }
    });

    for (const fault of ["lags", "forgets"]) {
      it(`is equal or refused behind a node that ${fault}, on ${version}`, async () => {
        await withFound(version, SEED, async ({ connection, avatar }, found) => {
          const node = faultyNode(connection.provider, fault, {
            share: 1,
            next: randomNumbers(SEED),
          });
          const told = await toldOn(node, avatar).catch((error: Error) => error);
          if (told instanceof Error) expect(told.message).to.include("does not serve the logs");
          else expectSame(told, found, SEED);
        });
      });
    }
  }
});
