import { expect } from "chai";

import { ifRead } from "../../src/engine/inspect/reading/attempt.js";
import { isSimulable } from "../../src/operations/simulate/find-proposal.js";
import { openSession } from "../../src/operations/simulate/session.js";
import { simulateOn } from "../../src/operations/simulate/simulate-proposal.js";
import { someOf } from "../some-of.js";
import { compiledOf } from "./compiled-arc.js";
import { withRandomDao, type RandomDao } from "./random-dao.js";
import { RawChain } from "./raw-chain.js";
import { readByForce } from "./read-by-force.js";
import { carryOut, type SimulationJson } from "./simulated.js";
import { wrongIn } from "./wrong-in.js";
import { seedOf } from "../seed.js";

const SEED = seedOf(410_631);
const DAOS = Number(process.env["INDEPENDENT_DAOS"] ?? 1);
const RELEASES = someOf(["rc.57", "rc.40", "rc.28", "rc.16", "alpha.58"], 3);
const DEEDS = 25;

/** Simulates every open proposal of a DAO, each alone. */
async function simulated({ connection, avatar }: RandomDao): Promise<readonly SimulationJson[]> {
  await using session = await openSession(connection.provider, avatar);
  const found: SimulationJson[] = [];
  for (const proposal of ifRead(session.inspection.proposals) ?? []) {
    if (!isSimulable(proposal)) continue;
    const simulation = await simulateOn(session, proposal, { alone: true });
    found.push(JSON.parse(JSON.stringify(simulation)) as SimulationJson);
  }
  return found;
}

describe(`simulations of ${DAOS} random DAOs (INDEPENDENT_DAOS) from seed ${SEED}`, function () {
  this.timeout(600_000);

  for (const version of RELEASES) {
    it(`say who gains and loses what, on ${version}`, async () => {
      const compiled = await compiledOf(version);
      for (let seed = SEED; seed < SEED + DAOS; seed++) {
        await withRandomDao(version, seed, async (dao) => {
          const { provider } = dao.connection;
          const read = async () =>
            await readByForce(await RawChain.read(provider), dao.avatar, compiled, {
              proposals: false,
            });
          await dao.live(DEEDS);
          const before = await read();
          for (const simulation of await simulated(dao)) {
            const snapshot: unknown = await provider.request({ method: "evm_snapshot" });
            await carryOut(provider, simulation.passed.stages);
            const wrong = wrongIn(simulation, before, await read());
            expect(wrong, `seed ${seed}: ${wrong.join("\n")}`).to.deep.equal([]);
            await provider.request({ method: "evm_revert", params: [snapshot] });
          }
        });
      }
    });
  }
});
