import { expect } from "chai";
import {
  keccak256,
  parseEther,
  parseUnits,
  solidityPacked,
  toUtf8Bytes,
  ZeroAddress,
} from "ethers";

import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { setVoteParameters } from "../../../src/engine/migration/set-vote-parameters.js";
import type { GenesisProtocolParameters } from "../../../src/foundation/params/parameters.js";
import { rejection } from "../../rejection.js";
import { fields } from "./expect-dao.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const SET: GenesisProtocolParameters = {
  queuedVoteRequiredPercentage: 51n,
  queuedVotePeriodLimit: 1801n,
  boostedVotePeriodLimit: 602n,
  preBoostedVotePeriodLimit: 603n,
  thresholdConst: 2500n,
  quietEndingPeriod: 305n,
  proposingRepReward: parseEther("5.5"),
  votersReputationLossRatio: 7n,
  minimumDaoBounty: parseEther("0.1"),
  daoBountyConst: 9n,
  activationTime: 12n,
  voteOnBehalf: "0x1111111111111111111111111111111111111111",
};
const PRESET = keccak256(toUtf8Bytes("a set that somebody else has made"));

async function set(
  chain: ChainWithBase,
  ...sets: Parameters<typeof setVoteParameters>[3][number][]
) {
  const before = chain.deployer.stepCount;
  const hashes = await setVoteParameters(chain.deployer, "dao/voteParameters", chain, sets);
  return { hashes, sent: chain.deployer.stepCount - before };
}

async function held(
  chain: ChainWithBase,
  hash: string | undefined,
): Promise<Record<string, unknown>> {
  const { read, release, base } = chain;
  return await fields(read, release, "GenesisProtocol", base.GenesisProtocol, "parameters", hash);
}

describe("setVoteParameters", () => {
  it("sets every field under the hash that GenesisProtocol computes", async () => {
    await withBase("rc.57", async (chain) => {
      const { hashes, sent } = await set(chain, SET);
      expect(sent).to.equal(1);
      // getParametersHash of GenesisProtocolLogic.
      const { voteOnBehalf, ...numbers } = SET;
      const packed = solidityPacked(Array<string>(11).fill("uint256"), Object.values(numbers));
      expect(hashes).to.deep.equal([
        keccak256(solidityPacked(["bytes32", "address"], [keccak256(packed), voteOnBehalf])),
      ]);
      const { thresholdConst, ...others } = SET;
      expect(thresholdConst).to.equal(2500n);
      // The contract stores the threshold as a 64.64 fixed-point number of thousandths.
      expect(await held(chain, hashes[0])).to.include({
        ...others,
        thresholdConst: (thresholdConst * 2n ** 40n) / 1000n,
      });
    });
  });

  it("sends parameters once, even if they occur twice or an earlier DAO set them", async () => {
    await withBase("rc.57", async (chain) => {
      const other = { ...SET, daoBountyConst: 10n };
      const first = await set(chain, SET, other, SET);
      expect(first.sent).to.equal(2);
      expect(first.hashes[2]).to.equal(first.hashes[0]);
      expect(first.hashes[1]).to.not.equal(first.hashes[0]);
      const second = await set(chain, other, SET);
      expect(second).to.deep.equal({ sent: 0, hashes: [first.hashes[1], first.hashes[0]] });
    });
  });

  it("uses a preset hash unchanged, and the schemes of a DAO refer to it", async () => {
    await withBase("rc.57", async (chain) => {
      const made = await chain.make({
        ...SMALL_DAO,
        VotingMachinesParams: [...SMALL_DAO.VotingMachinesParams, { votingParamsHash: PRESET }],
        schemes: { ContributionReward: true, GenericScheme: true },
        ContributionReward: { voteParams: 1 },
        GenericScheme: { voteParams: 1, targetContract: SET.voteOnBehalf },
      });
      const [reward, generic] = made.dao.Schemes;
      const registered = await fields(
        chain.read,
        chain.release,
        "ContributionReward",
        reward?.address ?? "",
        "parameters",
        reward?.paramsHash,
      );
      expect(registered.voteApproveParams).to.equal(PRESET);
      expect(await chain.read("GenericScheme", generic?.address ?? "", "voteParams")).to.equal(
        PRESET,
      );
    });
  });

  for (const version of ["alpha.53", "alpha.58"]) {
    it(`of ${version} keeps what the file says and adds what it has no fields for`, async () => {
      await withBase(version, async (chain) => {
        const { hashes, sent } = await set(chain, SET, SET);
        expect(sent).to.equal(1);
        expect(await held(chain, hashes[0])).to.include({
          preBoostedVoteRequiredPercentage: 51n,
          preBoostedVotePeriodLimit: 1801n,
          boostedVotePeriodLimit: 602n,
          thresholdConstA: parseUnits("7", "gwei"),
          thresholdConstB: 3n,
          minimumStakingFee: 0n,
          quietEndingPeriod: 305n,
          proposingRepRewardConstA: 5n,
          proposingRepRewardConstB: 5n,
          stakerFeeRatioForVoters: 50n,
          votersReputationLossRatio: 7n,
          votersGainRepRatioFromLostRep: 80n,
          voteOnBehalf: SET.voteOnBehalf,
        });
        // alpha.53 has no getter for the bounty parameters.
        const { read, release, base } = chain;
        if (!hasFunction(release.artifact("GenesisProtocol"), "getDaoBountyParams")) return;
        const [hash] = hashes;
        const bounty = await read(
          "GenesisProtocol",
          base.GenesisProtocol,
          "getDaoBountyParams",
          hash,
        );
        expect([...(bounty as Iterable<bigint>)]).to.deep.equal([75n, SET.minimumDaoBounty]);
      });
    });
  }

  it("says why GenesisProtocol refuses parameters that bypassed validation", async () => {
    await withBase("rc.57", async (chain) => {
      const error = await rejection(
        set(chain, { ...SET, thresholdConst: 1n, voteOnBehalf: ZeroAddress }),
      );
      expect(error.name).to.equal("MigrationError");
      expect(error.message)
        .to.include("GenesisProtocol.setParameters")
        .and.include("the contract reverted");
    });
  });
});
