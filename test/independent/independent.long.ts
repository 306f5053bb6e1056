import { expect } from "chai";

import type { Inspection } from "../../src/engine/inspect/description.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isUnexplained } from "../../src/engine/inspect/storage/describe-storage.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { someOf } from "../some-of.js";
import { compiledOf } from "./compiled-arc.js";
import { differencesOf, type Found, type Told } from "./facts.js";
import { faultyNode } from "./faulty-node.js";
import { withRandomDao, type RandomDao } from "./random-dao.js";
import { RawChain } from "./raw-chain.js";
import { readByForce } from "./read-by-force.js";
import { toldBy } from "./told.js";
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
  return toldBy(JSON.parse(text) as Inspection);
}

/** What is silently wrong of a DAO behind a node that serves less than all. */
async function wrongBehind(node: Eip1193Provider, avatar: string, found: Found) {
  const inspection = await inspectDao(node, avatar).catch((error: Error) => error);
  if (inspection instanceof Error) {
    const isSaid = inspection.message.includes("does not serve the logs");
    return isSaid ? [] : [String(inspection.stack)];
  }
  const told = toldBy(JSON.parse(JSON.stringify(inspection)) as Inspection);
  // It may say that something is hidden, or that the node left out events.
  return isUnexplained(inspection) ? [] : differencesOf(told, found);
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

    it(`is equal, refused or said to lack something behind nodes that lag and forget, on ${version}`, async () => {
      await withFound(version, SEED, async ({ connection, avatar }, found) => {
        for (const fault of ["lags", "forgets"]) {
          const wrong = await wrongBehind(faultyNode(connection.provider, fault), avatar, found);
          expect(wrong, `${fault}: ${wrong.join("\n")}`).to.deep.equal([]);
        }
      });
    });
  }
});
