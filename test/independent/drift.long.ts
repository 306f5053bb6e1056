import { expect } from "chai";

import { compareInspections } from "../../src/engine/inspect/compare/compare-inspections.js";
import type { Inspection } from "../../src/engine/inspect/description.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { compiledOf } from "./compiled-arc.js";
import { withRandomDao } from "./random-dao.js";
import { RawChain } from "./raw-chain.js";
import { readByForce } from "./read-by-force.js";
import { changesBetween, disagreements, toldChanges, type SimulationJson } from "./simulated.js";
import { seedOf } from "../seed.js";

const SEED = seedOf(38_001);
const DEEDS = Number(process.env["INDEPENDENT_DEEDS"] ?? 12);

describe(`drift over ${DEEDS} deeds (INDEPENDENT_DEEDS) from seed ${SEED}`, function () {
  this.timeout(600_000);

  for (const version of ["rc.57", "rc.28"]) {
    it(`misses no change, tells each once, and tells nothing else, on ${version}`, async () => {
      const compiled = await compiledOf(version);
      await withRandomDao(version, SEED, async ({ connection, avatar, live, past }) => {
        const { provider } = connection;
        const read = async () =>
          await readByForce(await RawChain.read(provider), avatar, compiled, { proposals: false });
        // As in a file, from which the next report starts.
        const inspect = async () =>
          JSON.parse(JSON.stringify(await inspectDao(provider, avatar))) as Inspection;
        let [facts, last] = [await read(), await inspect()];
        let changed = 0;
        for (let deed = 0; deed < DEEDS; deed++) {
          await live(1);
          const [now, inspected] = [await read(), await inspect()];
          const { differences, notCompared } = compareInspections(last, inspected);
          const where = `deed ${deed + 1}, ${past.at(-1)}`;
          const changes = { differences, notCompared } as never;
          const told = toldChanges({ passed: { changes } } as unknown as SimulationJson);
          const found = changesBetween(facts, now);
          expect(disagreements(told, found), where).to.deep.equal([]);
          const texts = differences.map((each) => JSON.stringify(each));
          expect(new Set(texts).size, where).to.equal(texts.length);
          changed += found.size;
          [facts, last] = [now, inspected];
        }
        expect(changed).to.be.above(DEEDS / 3);
      });
    });
  }
});
