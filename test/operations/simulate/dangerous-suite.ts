import { expect } from "chai";

import { functionEntry } from "../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { wouldFail } from "../../../src/operations/simulate/verdicts/verdicts.js";
import type { Attack, Harmless } from "./attack.js";
import { saidOf, simulateAll, withDangerousDao } from "./dangerous-dao.js";

/** Simulates attacks and harmless proposals on a DAO of a release. */
export function describeDangers(
  version: string,
  attacks: readonly Attack[],
  harmless: readonly Harmless[],
): void {
  describe(`proposals that give or take power, on ${version}`, function () {
    // All attacks on a busy machine.
    this.timeout(1_200_000);
    const found = new Map<string, Simulation | Error>();

    before(async () => {
      const release = await openArcRelease(version);
      const all = [...attacks, ...harmless].filter((each) => isPossible(each, release));
      await withDangerousDao(version, async (dao) => {
        const simulations = await simulateAll(
          dao,
          all.map(({ make }) => make),
        );
        simulations.forEach((each, index) => found.set(all[index]!.name, each));
      });
    });

    function simulated(name: string): Simulation | undefined {
      const result = found.get(name);
      if (result instanceof Error) throw result;
      return result;
    }

    for (const { name, id, says, does, who = [] } of attacks) {
      it(`says who gets what: ${name}`, () => {
        const simulation = simulated(name);
        // The release does not have what it needs.
        if (simulation === undefined) return;
        const said = saidOf(simulation);
        const ids = simulation.warnings.map((each) => each.id);
        expect(ids, said).to.include(id);
        if (does !== undefined) expect(simulation.does.verdict).to.equal(does);
        if (says === undefined) return;
        expect(said).to.match(says);
        const named = simulation.powers.changes.flatMap((each) => each.who);
        expect(named, said).to.include.members([...who]);
        expect(simulation.powers.verdict).to.not.equal("unchanged");
        expect(wouldFail(simulation)).to.equal(true);
      });
    }

    it("raises few alarms for harmless proposals, and only the expected ones", () => {
      for (const { name, alarms = [] } of harmless) {
        const simulation = simulated(name);
        if (simulation === undefined) continue;
        const { warnings, does } = simulation;
        const unexpected = warnings.filter(({ id }) => !alarms.includes(id));
        const texts = unexpected.map(({ id, what }) => `${name}: ${id} ${what}`);
        expect(texts).to.deep.equal([]);
        expect(does.verdict, JSON.stringify(does)).to.equal("yes");
      }
    });
  });
}

function isPossible({ needs = [], modern }: Attack | Harmless, release: ArcRelease): boolean {
  if (!needs.every((name) => release.has(name))) return false;
  const { inputs = [] } = functionEntry(release.artifact("GenesisProtocol"), "setParameters");
  return modern !== true || inputs[0]?.type === "uint256[11]";
}
