import { parseEther } from "ethers";
import { expect } from "chai";

import {
  GENESIS_PROTOCOL,
  mistakesOf,
  places,
  resolve,
  without,
  ZERO_ADDRESS,
} from "../support.js";

const HASH = `0x${"ab".repeat(32)}`;
const withFields = (fields: object) => ({
  VotingMachinesParams: [{ ...GENESIS_PROTOCOL, ...fields }],
});

describe("vote parameters", () => {
  it("of GenesisProtocol: amounts in wei, everything else unchanged", async () => {
    const { parameters, warnings } = await resolve(
      withFields({
        minimumDaoBounty: "0.5",
        activationTime: "1576324800",
        thresholdConst: "0x7d0",
      }),
    );
    expect(parameters.votingMachinesParams).to.deep.equal([
      {
        queuedVoteRequiredPercentage: 50n,
        queuedVotePeriodLimit: 1800n,
        boostedVotePeriodLimit: 600n,
        preBoostedVotePeriodLimit: 600n,
        thresholdConst: 2000n,
        quietEndingPeriod: 300n,
        proposingRepReward: parseEther("5"),
        votersReputationLossRatio: 1n,
        minimumDaoBounty: parseEther("0.5"),
        daoBountyConst: 10n,
        activationTime: 1576324800n,
        voteOnBehalf: ZERO_ADDRESS,
      },
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it("may be a preset hash, and other fields beside it have no effect", async () => {
    const raw = {
      VotingMachinesParams: [
        { votingParamsHash: HASH },
        { ...GENESIS_PROTOCOL, votingParamsHash: HASH },
      ],
    };
    const { parameters, warnings } = await resolve(raw);
    expect(parameters.votingMachinesParams).to.deep.equal([
      { votingParamsHash: HASH },
      { votingParamsHash: HASH },
    ]);
    expect(places(warnings)).to.deep.equal(["VotingMachinesParams[1]"]);
  });

  it("refuse a preset hash that is not 32 bytes", async () => {
    for (const votingParamsHash of [HASH.slice(0, -2), HASH.slice(2), 7]) {
      const issues = await mistakesOf({ VotingMachinesParams: [{ votingParamsHash }] });
      expect(places(issues)).to.deep.equal(["VotingMachinesParams[0].votingParamsHash"]);
    }
  });

  it("report every number that is missing", async () => {
    const issues = await mistakesOf({ VotingMachinesParams: [{}] });
    expect(places(issues)).to.have.members(
      Object.keys(GENESIS_PROTOCOL).map((field) => `VotingMachinesParams[0].${field}`),
    );
  });

  const REVERTING: [field: string, value: unknown][] = [
    ["queuedVoteRequiredPercentage", 49],
    ["queuedVoteRequiredPercentage", 101],
    ["thresholdConst", 1000],
    ["thresholdConst", 16001],
    ["votersReputationLossRatio", 101],
    ["boostedVotePeriodLimit", 299],
    ["minimumDaoBounty", 0],
    ["daoBountyConst", 0],
  ];
  for (const [field, value] of REVERTING) {
    it(`refuse ${field} ${String(value)}, for which GenesisProtocol reverts`, async () => {
      const [issue, ...others] = await mistakesOf(withFields({ [field]: value }));
      expect(others).to.deep.equal([]);
      expect(issue).to.include({
        path: `VotingMachinesParams[0].${field}`,
        found: String(value),
        message: "GenesisProtocol would revert on it",
      });
    });
  }

  it("accept the largest values that GenesisProtocol accepts", async () => {
    for (const fields of [
      { queuedVoteRequiredPercentage: 100, thresholdConst: 16000, votersReputationLossRatio: 100 },
      { thresholdConst: 1001, votersReputationLossRatio: 0, boostedVotePeriodLimit: 300 },
      { minimumDaoBounty: "0.000000000000000001", daoBountyConst: 1 },
    ]) {
      expect((await resolve(withFields(fields))).warnings).to.deep.equal([]);
    }
  });

  it("follow the GenesisProtocol of alpha.58 if the DAO uses that release", async () => {
    const raw = { arcVersion: "alpha.58", ...withFields({ queuedVoteRequiredPercentage: 1 }) };
    await resolve({ ...raw, ...withFields({ thresholdConst: 7, minimumDaoBounty: 0 }) });
    const issues = await mistakesOf({
      arcVersion: "alpha.58",
      ...withFields({ queuedVoteRequiredPercentage: 0, boostedVotePeriodLimit: 1 }),
    });
    expect(places(issues)).to.have.members([
      "VotingMachinesParams[0].queuedVoteRequiredPercentage",
      "VotingMachinesParams[0].boostedVotePeriodLimit",
    ]);
  });

  it("refuse fractions, negative and too large numbers unless they are amounts", async () => {
    const fields = { daoBountyConst: 1.5, activationTime: -1, queuedVotePeriodLimit: "1e78" };
    expect(places(await mistakesOf(withFields(fields)))).to.have.members(
      Object.keys(fields).map((field) => `VotingMachinesParams[0].${field}`),
    );
  });

  describe("under their older names, in GWei", () => {
    const older = (fields: object) => {
      const rest = without(GENESIS_PROTOCOL, "minimumDaoBounty", "proposingRepReward");
      return { VotingMachinesParams: [{ ...rest, ...fields }] };
    };

    it("are converted exactly, in any spelling, with a warning", async () => {
      const raw = older({ minimumDaoBountyGWei: 150000000001, proposingRepRewardGwei: "0.5" });
      const { parameters, warnings } = await resolve(raw);
      expect(parameters.votingMachinesParams[0]).to.include({
        minimumDaoBounty: 150000000001n * 10n ** 9n,
        proposingRepReward: 5n * 10n ** 8n,
      });
      expect(places(warnings)).to.deep.equal([
        "VotingMachinesParams[0].minimumDaoBountyGWei",
        "VotingMachinesParams[0].proposingRepRewardGwei",
      ]);
      expect(warnings[0]?.wanted).to.include("150.000000001");
    });

    it("are refused together with the new name", async () => {
      const issues = await mistakesOf(withFields({ minimumDaoBountyGwei: 1 }));
      expect(places(issues)).to.deep.equal(["VotingMachinesParams[0].minimumDaoBountyGwei"]);
    });

    it("report mistakes under the name in the file", async () => {
      const issues = await mistakesOf(
        older({ minimumDaoBountyGWei: 0, proposingRepRewardGWei: "x" }),
      );
      expect(places(issues)).to.have.members([
        "VotingMachinesParams[0].minimumDaoBountyGWei",
        "VotingMachinesParams[0].proposingRepRewardGWei",
      ]);
    });
  });

  it("are refused if they are not a list, or an entry is not an object", async () => {
    expect(places(await mistakesOf({ VotingMachinesParams: {} }))).to.deep.equal([
      "VotingMachinesParams",
    ]);
    expect(places(await mistakesOf({ VotingMachinesParams: [7] }))).to.deep.equal([
      "VotingMachinesParams[0]",
    ]);
  });
});
