import { expect } from "chai";
import { getAddress, keccak256, parseEther, parseUnits, solidityPacked, ZeroAddress } from "ethers";

import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { setVoteParameters } from "../../../src/engine/migration/set-vote-parameters.js";
import { requireStored } from "../../../src/engine/migration/stored-parameters.js";
import type { VoteParameters } from "../../../src/foundation/params/parameters.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import { fields } from "./expect-dao.js";
import { fakeDeployer } from "./fake-deployer.js";
import { materialsOf, SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const release = await openArcRelease("rc.57");
const SOMEBODY = getAddress(`0x${"cc".repeat(20)}`);
const ATTACKER = `0x${"66".repeat(20)}`;
const SET = {
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
  voteOnBehalf: SOMEBODY,
};
/** The contract stores the threshold as a fixed-point number of thousandths. */
const STORED = { ...SET, thresholdConst: (SET.thresholdConst * 2n ** 40n) / 1000n };
const MAJORITY = { absoluteVote: { votePerc: 60n, voteOnBehalf: SOMEBODY } };
const PRESET = `0x${"cd".repeat(32)}`;

async function set(chain: ChainWithBase, ...votingMachinesParams: readonly VoteParameters[]) {
  const before = chain.deployer.stepCount;
  const hashes = await setVoteParameters(materialsOf(chain, { votingMachinesParams }));
  return { hashes, sent: chain.deployer.stepCount - before };
}

async function held({ read, release, base }: ChainWithBase, hash: string | undefined) {
  return await fields(read, release, "GenesisProtocol", base.GenesisProtocol, "parameters", hash);
}

describe("setVoteParameters", () => {
  it("sets every field under the hash that GenesisProtocol computes, once", async () => {
    await withBase("rc.57", async (chain) => {
      const other = { ...SET, daoBountyConst: 10n };
      const { hashes, sent } = await set(chain, SET, other, SET);
      expect(sent).to.equal(2);
      // getParametersHash of GenesisProtocolLogic.
      const { voteOnBehalf, ...numbers } = SET;
      const packed = solidityPacked(Array<string>(11).fill("uint256"), Object.values(numbers));
      expect(hashes[0]).to.equal(
        keccak256(solidityPacked(["bytes32", "address"], [keccak256(packed), voteOnBehalf])),
      );
      expect(hashes[2]).to.equal(hashes[0]);
      expect(hashes[1]).to.not.equal(hashes[0]);
      const again = { sent: 0, hashes: [hashes[1], hashes[0]] };
      expect(await set(chain, other, SET)).to.deep.equal(again);
      expect(await held(chain, hashes[0])).to.include(STORED);
    });
  });

  it("uses a preset hash unchanged, and the schemes of a DAO refer to it", async () => {
    await withBase("rc.57", async (chain) => {
      const made = await chain.make({
        ...SMALL_DAO,
        VotingMachinesParams: [...SMALL_DAO.VotingMachinesParams, { votingParamsHash: PRESET }],
        schemes: { ContributionReward: true, GenericScheme: true },
        ContributionReward: { voteParams: 1 },
        GenericScheme: { voteParams: 1, targetContract: SOMEBODY },
      });
      const [reward, generic] = made.dao.Schemes;
      const { address, paramsHash } = reward!;
      const stored = ["ContributionReward", address, "parameters", paramsHash] as const;
      const registered = await fields(chain.read, chain.release, ...stored);
      expect(registered.voteApproveParams).to.equal(PRESET);
      const own = await chain.read("GenericScheme", generic!.address, "voteParams");
      expect(own).to.equal(PRESET);
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
        });
        // alpha.53 has no getter for the bounty parameters.
        const { read, release, base } = chain;
        if (!hasFunction(release.artifact("GenesisProtocol"), "getDaoBountyParams")) return;
        const machine = ["GenesisProtocol", base.GenesisProtocol] as const;
        const bounty = await read(...machine, "getDaoBountyParams", hashes[0]);
        expect([...(bounty as Iterable<bigint>)]).to.deep.equal([75n, SET.minimumDaoBounty]);
      });
    });
  }

  it("says why GenesisProtocol refuses parameters that bypassed validation", async () => {
    await withBase("rc.57", async (chain) => {
      const refused = { ...SET, thresholdConst: 1n, voteOnBehalf: ZeroAddress };
      const error = await rejection(set(chain, refused));
      expect(error.name).to.equal("MigrationError");
      expect(error.message)
        .to.include("GenesisProtocol.setParameters")
        .and.include("the contract reverted");
    });
  });
});

describe("setVoteParameters on machines that store something under the hash", () => {
  const HASH = `0x${"ab".repeat(32)}`;
  const MACHINE = `0x${"11".repeat(20)}`;
  const ABSOLUTE = `0x${"22".repeat(20)}`;
  const base = { GenesisProtocol: MACHINE, AbsoluteVote: ABSOLUTE } as unknown as BaseResult;

  async function setWhere(
    stored: readonly unknown[],
    ...votingMachinesParams: readonly VoteParameters[]
  ) {
    const { deployer, sent } = fakeDeployer({
      read: (name) => (name === "setParameters" ? [HASH] : [...stored]),
    });
    const materials = materialsOf({ deployer, release, base }, { votingMachinesParams });
    return { hashes: await setVoteParameters(materials), sent };
  }
  /** What GenesisProtocol stores, in its order. */
  const inGenesisProtocol = (change: object = {}): unknown[] => {
    const stored: Readonly<Record<string, unknown>> = { ...STORED, ...change };
    const { abi } = release.artifact("GenesisProtocol");
    const getter = abi.find(({ type, name }) => type === "function" && name === "parameters");
    return getter!.outputs!.map(({ name }) => stored[name]);
  };

  it("sends those that nobody has set, as a step of their place in the list", async () => {
    const preset = { votingParamsHash: PRESET };
    const absolute = await setWhere([0n, `0x${"0".repeat(40)}`], preset, MAJORITY);
    expect(absolute.hashes).to.deep.equal([PRESET, HASH]);
    expect(absolute.sent).to.deep.equal([
      { step: "dao/voteParameters/1", to: ABSOLUTE, name: "setParameters", args: [60n, SOMEBODY] },
    ]);
    // The machine stores something of another hash.
    const { sent } = await setWhere([0n, ...inGenesisProtocol().slice(1)], SET, SET);
    expect(sent.map(({ step, to }) => [step, to])).to.deep.equal([
      ["dao/voteParameters/0", MACHINE],
      ["dao/voteParameters/1", MACHINE],
    ]);
    const { voteOnBehalf, ...numbers } = SET;
    expect(sent[0]!.args).to.deep.equal([Object.values(numbers), voteOnBehalf]);
  });

  it("does not send those that are set already", async () => {
    const absolute = await setWhere([60n, SOMEBODY.toLowerCase()], MAJORITY);
    expect(absolute).to.deep.equal({ hashes: [HASH], sent: [] });
    expect((await setWhere(inGenesisProtocol(), SET)).sent).to.deep.equal([]);
  });

  it("refuses a machine that stores anything else", async () => {
    const told = (machine: string) =>
      `${machine} stores parameters under the hash ${HASH} that do not match it: `;
    for (const [stored, what] of [
      [[1n, SOMEBODY], "precReq is 1, not 60"],
      [[60n, ATTACKER], `voteOnBehalf is ${ATTACKER}, not ${SOMEBODY}`],
    ] as const) {
      const { message } = await rejection(setWhere(stored, MAJORITY));
      const advice = ". Do not use this base; deploy your own.";
      expect(message).to.equal(`${told(`AbsoluteVote ${ABSOLUTE}`)}${what}${advice}`);
    }
    for (const [name, value] of Object.entries(STORED)) {
      const other = typeof value === "bigint" ? value + 1n : ATTACKER;
      const { message } = await rejection(setWhere(inGenesisProtocol({ [name]: other }), SET));
      expect(message).to.include(`${told(`GenesisProtocol ${MACHINE}`)}${name} is `);
    }
  });

  it("skips what is wanted and not stored, and what is stored and not wanted", () => {
    const contract = { artifact: release.artifact("AbsoluteVote"), address: ABSOLUTE };
    const wanted = { one: 1n, gone: 7n, unsaid: undefined };
    requireStored(contract, HASH, { one: 1n, unsaid: 2n, more: 3n }, wanted);
    expect(() => {
      requireStored(contract, HASH, { one: 0n }, wanted);
    }).to.throw("one is 0, not 1");
  });
});
