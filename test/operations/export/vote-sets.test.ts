import { expect } from "chai";

import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import { SMALL_DAO, resolved, withBase } from "../../engine/migration/with-base.js";
import { expectRoundTrip } from "./round-trip.js";

const [SET] = SMALL_DAO.VotingMachinesParams;
const FILE = {
  ...SMALL_DAO,
  schemes: { SchemeRegistrar: true, ContributionReward: true, GlobalConstraintRegistrar: true },
  SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 1 }],
  ContributionReward: [{ voteParams: 0 }],
  GlobalConstraintRegistrar: [{ voteParams: 1 }],
};

describe("VoteSets", () => {
  it("refers to the parameters of another voting machine by hash, and names the machine", async () => {
    await withBase("rc.57", async (chain) => {
      const other = await migrateBase(chain.deployer, chain.release);
      expect(other.GenesisProtocol).to.not.equal(chain.base.GenesisProtocol);
      const { parameters, artifacts } = await resolved(SMALL_DAO, chain.release.version);
      await migrateDao(chain.deployer, artifacts, other, parameters);
      const raw = {
        ...FILE,
        VotingMachinesParams: [SET, { ...SET, queuedVotePeriodLimit: 7200 }],
        schemes: { ...FILE.schemes, UpgradeScheme: true },
        UpgradeScheme: [{ votingMachine: other.GenesisProtocol, voteParams: 0 }],
      };
      const { dao } = await chain.make(raw);
      const report = await expectRoundTrip(chain, raw, dao);
      const sets = report.parameters.VotingMachinesParams!;
      expect(sets).to.have.length(3);
      expect(sets[2]).to.have.key("votingParamsHash");
      expect(report.parameters.UpgradeScheme).to.deep.equal([
        { voteParams: 2, votingMachine: other.GenesisProtocol },
      ]);
      expect(report.notes.map(({ what }) => what).join()).to.include(other.GenesisProtocol);
    });
  });

  it("refers to vote parameters that nobody has set by hash, on any base", async () => {
    await withBase("rc.57", async (chain) => {
      const unset = `0x${"ea".repeat(32)}`;
      const raw = {
        ...FILE,
        VotingMachinesParams: [SET, { votingParamsHash: unset }],
        SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 1 }],
        schemes: { SchemeRegistrar: true },
      };
      const { dao } = await chain.make(raw);
      const { parameters, notes } = await expectRoundTrip(chain, raw, dao);
      // With an address, one voting machine would become two on another base.
      expect(parameters.SchemeRegistrar).to.deep.equal(raw.SchemeRegistrar);
      expect(parameters.VotingMachinesParams![1]).to.deep.equal({ votingParamsHash: unset });
      expect(notes.find(({ what }) => what.includes(unset))!.whatToDo).to.include("set them");
    });
  });
});
