import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import {
  areSet,
  factoryVoteSet,
  fileTexts,
  inFile,
  readRules,
  wholeEntry,
} from "../../../src/foundation/params/stored-vote-parameters.js";
import { resolve, GENESIS_PROTOCOL } from "./support.js";
import { expectRecorded } from "../../recorded.js";

/** What GenesisProtocol of alpha.58 stores, and the predecessor's fixed numbers. */
const ALPHAS = {
  queuedVoteRequiredPercentage: "60",
  queuedVotePeriodLimit: "1800",
  boostedVotePeriodLimit: "600",
  quietEndingPeriod: "300",
  votersReputationLossRatio: "1",
  minimumDaoBounty: "1500000000000000000",
};
const FIXED = {
  thresholdConstA: "7000000000",
  thresholdConstB: "3",
  minimumStakingFee: "0",
  proposingRepRewardConstA: "5",
  proposingRepRewardConstB: "5",
  stakerFeeRatioForVoters: "50",
  votersGainRepRatioFromLostRep: "80",
};

describe("vote parameters in a machine", () => {
  it("are set once one is not 0", () => {
    const nothing = { precReq: 0n, allowOwner: false, voteOnBehalf: ZeroAddress };
    expect(areSet(nothing)).to.equal(false);
    expect(areSet({ ...nothing, precReq: 1n })).to.equal(true);
  });

  it("are read by today's names, with what alpha.58 returns apart", async () => {
    const abi = knownAbi("GenesisProtocol", "alpha.58")!;
    const names = abi.getFunction("parameters")!.outputs;
    const read = async (name: string) =>
      await Promise.resolve(name === "parameters" ? names.map(({ name }) => name) : [[75n, 9n]]);
    expectRecorded(await readRules({ abi, read }, "0x"));
  });

  it("are written as a file has them, without what follows from others", () => {
    const stored = { ...ALPHAS, ...FIXED, limitExponentValue: "172" };
    expectRecorded(inFile("GenesisProtocol", stored));
    expect(inFile("GenesisProtocol", ALPHAS)).to.not.have.property("others");
    const alphas = { precReq: 50n, allowOwner: true, voteOnBehalf: "0x1" };
    expectRecorded([inFile("QuorumVote", { precReq: 50n }), inFile("AbsoluteVote", alphas)]);
  });
});

describe("an entry of a file for what a machine stores", () => {
  it("has every field, and numbers where they are exact", () => {
    expectRecorded(wholeEntry(inFile("GenesisProtocol", { ...ALPHAS, ...FIXED })));
  });

  it("does not exist for numbers that no migration sets", () => {
    const fields = inFile("GenesisProtocol", ALPHAS);
    const constOf = (daoBountyConst: string, others?: Record<string, string>) => {
      const entry = wholeEntry({ ...fields, ...{ daoBountyConst, others } });
      return entry !== undefined && "daoBountyConst" in entry ? entry.daoBountyConst : undefined;
    };
    expect(wholeEntry({ ...fields, others: { ...FIXED, thresholdConstB: "4" } })).to.equal(
      undefined,
    );
    // Without such numbers, the release has a field for every one.
    const found = [constOf("74", FIXED), constOf("75", FIXED), constOf("74")];
    expect(found).to.deep.equal([undefined, 75, 74]);
  });

  it("is compared without what a migration of an alpha fixes", async () => {
    const { parameters } = await resolve({ VotingMachinesParams: [GENESIS_PROTOCOL] });
    const [set] = parameters.votingMachinesParams;
    if (set === undefined || "votingParamsHash" in set) throw new Error("it is a whole set");
    expect(fileTexts(set, ALPHAS)).to.not.have.property("daoBountyConst");
    const later = fileTexts(set, { ...ALPHAS, preBoostedVotePeriodLimit: 1 });
    expect(later).to.have.property("daoBountyConst");
    expectRecorded(fileTexts({ absoluteVote: { votePerc: 51n, voteOnBehalf: "0x1" } }, {}));
  });
});

describe("the vote parameters of a factory", () => {
  const args = {
    votingParams: [60n, 1800n, 600n, 300n, 2000n, 300n, 0n, 1n, 1n, 1n, 7n],
    voteOnBehalf: "0x1",
  };
  const of = (given: object) =>
    factoryVoteSet((name) => (given as Record<string, bigint | undefined>)[name]);

  it("are its numbers, in order, unless it uses a set of its own", () => {
    expectRecorded(of(args));
    expect(of({ ...args, voteParamsType: 0n })).to.deep.equal(of(args));
    expect(of({ ...args, voteParamsType: 1n })).to.equal(undefined);
    expect(of({ voteOnBehalf: "0x1" })).to.equal(undefined);
  });
});
