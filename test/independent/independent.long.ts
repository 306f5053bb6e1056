import { expect } from "chai";

import type { Inspection } from "../../src/engine/inspect/description.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isUnexplained } from "../../src/engine/inspect/storage/describe-storage.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { someOf } from "../some-of.js";
import { randomNumbers } from "../random-numbers.js";
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
const ALL = ["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"];
const RELEASES = someOf(ALL, 3);
/** Readings of each fault and share of faulty answers, of which NODES are of the same DAO. */
const READINGS = Number(process.env["INDEPENDENT_READINGS"] ?? 0);
const NODES = 3;
const SHARES = [0.05, 0.3, 1];
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

interface Behind {
  readonly node: Eip1193Provider;
  readonly fault: string;
  readonly share: number;
  readonly seed: number;
}

/** Reads a DAO behind a node that serves less than all, and says what came of it. */
async function readBehind({ node, fault, share, seed }: Behind, avatar: string, found: Found) {
  const faulty = faultyNode(node, fault, { share, next: randomNumbers(seed) });
  const inspection = await inspectDao(faulty, avatar).catch((error: Error) => error);
  if (inspection instanceof Error) {
    const isSaid = inspection.message.includes("does not serve the logs");
    return { verdict: "refused", wrong: isSaid ? [] : [String(inspection.stack)] } as const;
  }
  const told = toldBy(JSON.parse(JSON.stringify(inspection)) as Inspection);
  const wrong = differencesOf(told, found);
  // It says that something is hidden, or that the node left out events.
  if (wrong.length > 0 && isUnexplained(inspection)) {
    return { verdict: "said to lack something", wrong: [] } as const;
  }
  const { length } = told.notKnown;
  const verdict = wrong.length > 0 ? "wrong" : length > 0 ? "partly not known" : "equal";
  return { verdict, wrong } as const;
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

    it(`is equal or refused behind nodes that lag and forget, on ${version}`, async () => {
      await withFound(version, SEED, async ({ connection, avatar }, found) => {
        for (const fault of ["lags", "forgets"]) {
          const node = { node: connection.provider, fault, share: 1, seed: SEED };
          const { wrong } = await readBehind(node, avatar, found);
          expect(wrong, `${fault}: ${wrong.join("\n")}`).to.deep.equal([]);
        }
      });
    });
  }

  // By hand: INDEPENDENT_READINGS=36, which takes some ten minutes. The table stands in bench/README.md.
  for (const fault of READINGS === 0 ? [] : ["lags", "forgets", "cuts"]) {
    it(`counts ${READINGS} readings behind a node that ${fault}`, async () => {
      const counts = SHARES.map(() => ({
        ...{ equal: 0, "partly not known": 0, refused: 0 },
        ...{ "said to lack something": 0, wrong: 0 },
      }));
      const told: string[] = [];
      for (let reading = 0; reading < READINGS; reading += NODES) {
        const version = ALL[(reading / NODES) % ALL.length]!;
        await withFound(version, SEED + reading, async ({ connection, avatar }, found) => {
          for (const [place, share] of SHARES.entries()) {
            for (let seed = 0; seed < NODES; seed++) {
              const node = { node: connection.provider, fault, share, seed };
              const { verdict, wrong } = await readBehind(node, avatar, found);
              counts[place]![verdict]++;
              told.push(
                ...wrong.map(
                  (each) => `${version}, seed ${SEED + reading}, ${share} ${seed}: ${each}`,
                ),
              );
            }
          }
        });
      }
      console.log(fault, JSON.stringify(counts), told.join("\n"));
      expect(told).to.deep.equal([]);
    });
  }
});
