import { expect } from "chai";

import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import { SMALL_DAO, resolved, withBase } from "../../engine/migration/with-base.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { VoteParametersDescription } from "../../../src/engine/inspect/description.js";
import type { ExportNote } from "../../../src/operations/export/report.js";
import { VoteSets } from "../../../src/operations/export/vote-sets.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
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

  it("refers by hash to what a file would be refused for", async () => {
    const release = await openArcRelease("rc.57");
    const findings = { missing: [], notes: [] as ExportNote[] };
    const sets = new VoteSets(sampleInspection(), release, findings);
    const votingMachine = sets.genesisProtocol!;
    const whyNot = (rules: object): string | undefined => {
      findings.notes.length = 0;
      const vote = { votingMachine, paramsHash: `0x${"ab".repeat(32)}`, rules };
      const set = sets.express(vote as VoteParametersDescription);
      expect(set === undefined).to.equal(findings.notes.length > 0);
      return findings.notes[0]?.why;
    };
    const stored = { ...SET, limitExponentValue: undefined };
    const others = { minimumStakingFee: "7" };
    for (const [change, why] of [
      [{}, undefined],
      [
        { queuedVoteRequiredPercentage: 49 },
        /queuedVoteRequiredPercentage percent, 50 to 100, but/,
      ],
      [{ thresholdConst: "2000.000000000001" }, /thresholdConst .* but it is "2000\.0/],
      [{ minimumDaoBounty: "0" }, /minimumDaoBounty an amount above 0/],
      [{ queuedVotePeriodLimit: 2 ** 60 }, /queuedVotePeriodLimit/],
      [{ boostedVotePeriodLimit: 1 }, /at least quietEndingPeriod/],
      [{ quietEndingPeriod: undefined }, /quietEndingPeriod/],
      [{ others }, /numbers that a file cannot express/],
    ] as const) {
      const said = whyNot({ GenesisProtocol: { ...stored, ...change } });
      if (why === undefined) expect(said).to.equal(undefined);
      else expect(said, JSON.stringify(change)).to.match(why);
    }
    const voteOnBehalf = `0x${"00".repeat(20)}`;
    expect(whyNot({ AbsoluteVote: { votePerc: 60, voteOnBehalf } })).to.equal(undefined);
    const absolute = {
      votingMachine,
      paramsHash: "0x",
      rules: { AbsoluteVote: { votePerc: 60, voteOnBehalf } },
    };
    expect(sets.place(absolute).machine).to.equal("AbsoluteVote");
    expect(whyNot({ AbsoluteVote: { votePerc: 0, voteOnBehalf } })).to.match(/1 to 100/);
    expect(whyNot({ AbsoluteVote: { votePerc: 60 } })).to.match(/voteOnBehalf/);
    expect(whyNot({ QuorumVote: {} })).to.match(/QuorumVote/);
  });
});
