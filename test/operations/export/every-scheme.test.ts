import { expect } from "chai";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import type {
  MigrationParameters,
  RawArgument,
} from "../../../src/foundation/params/file/migration-parameters.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import { expectRoundTrip, exported } from "./round-trip.js";

const ACCOUNT = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
/** A value for each scheme argument of any release, by name. */
const ARGUMENTS: Readonly<Record<string, RawArgument>> = {
  _reputationReward: "90000000000000000000",
  _auctionReputationReward: "7000000000000000000",
  _auctionsStartTime: 1_900_000_000,
  _auctionsEndTime: 1_900_000_090,
  _auctionPeriod: 86_400,
  _numberOfAuctions: 9,
  _redeemEnableTime: 1_999_000_000,
  _token: "DAOTokenAddress",
  _wallet: "AvatarAddress",
  _lockingStartTime: 1_900_000_000,
  _lockingEndTime: 1_910_000_000,
  _claimingStartTime: 1_900_000_000,
  _claimingEndTime: 1_910_000_000,
  _maxLockingPeriod: 10_000,
  _externalLockingContract: ACCOUNT,
  _getBalanceFuncSignature: "balance(address)",
  _priceOracleContract: ACCOUNT,
  _agreementHash: `0x${"ab".repeat(32)}`,
  _tokenContract: "DAOTokenAddress",
  _curve: ACCOUNT,
  _activationStartTime: 5,
  _activationEndTime: 1_910_000_000,
  _maxRepReward: "11000000000000000001",
  _signalType: 3,
  _voteApproveParams: { voteParams: 0 },
  _voteParams: { voteParams: 1 },
  _intVote: "GenesisProtocolAddress",
  _votingMachine: "GenesisProtocolAddress",
  _rewarder: ACCOUNT,
  _contractToCall: "ReputationAddress",
  _contractWhitelist: [ACCOUNT, "AvatarAddress"],
  _schemeConstraints: `0x${"00".repeat(20)}`,
  _rageQuitToken: "DAOTokenAddress",
  _expirationTime: 1_910_000_000,
  _orgNativeTokenFee: 0,
  _voteRegisterParams: { voteParams: 0 },
  _voteRemoveParams: { voteParams: 1 },
};
const OWN = [
  "Auction4Reputation",
  "AuthorizedMintRep",
  "ContributionRewardExt",
  "ExternalLocking4Reputation",
  "FixedReputationAllocation",
  "Forwarder",
  "GenericScheme",
  "GenericSchemeMultiCall",
  "LockingEth4Reputation",
  "LockingToken4Reputation",
  "RageQuitWithToken",
  "ReputationAdmin",
  "ReputationFromToken",
  "SignalScheme",
];
const SHARED = [
  "ContributionReward",
  "SchemeRegistrar",
  "GlobalConstraintRegistrar",
  "UGenericScheme",
  "UpgradeScheme",
  "VestingScheme",
  "VoteInOrganizationScheme",
];

/** Returns the scheme's entry in CustomSchemes, or undefined if the release has no such scheme. */
function entry(name: string, release: string, isUniversal: boolean): object | undefined {
  const abi = knownAbi(name, release);
  const call = abi?.getFunction(isUniversal ? "setParameters" : "initialize") ?? undefined;
  if (call === undefined) return undefined;
  const params = call.inputs.slice(isUniversal ? 0 : 1).map((input) => {
    const value = ARGUMENTS[input.name];
    if (value === undefined) throw new Error(`${name} of ${release} takes ${input.name}`);
    return value;
  });
  return { fromArc: true, isUniversal, params, permissions: "0x00000010" };
}

describe("every Arc scheme", () => {
  const releases = [
    ["rc.57", 16],
    ["rc.45", 16],
    ["rc.16", 11],
    ["alpha.56", 12],
  ] as const;
  for (const [version, least] of someOf(releases, 3)) {
    it(`of ${version} is exported as a custom scheme that migrates back`, async () => {
      await withBase(version, async (chain) => {
        const { release } = chain;
        const CustomSchemes = Object.fromEntries(
          [
            ...OWN.map((name) => [name, entry(name, release.version, false)] as const),
            ...SHARED.map((name) => [name, entry(name, release.version, true)] as const),
          ].flatMap(([name, scheme]) => (scheme === undefined ? [] : [[name, [scheme]]])),
        );
        expect(Object.keys(CustomSchemes).length).to.be.at.least(least);
        const [set] = SMALL_DAO.VotingMachinesParams;
        const raw = {
          ...SMALL_DAO,
          VotingMachinesParams: [set, { ...set, queuedVotePeriodLimit: 3600 }],
          CustomSchemes,
        } as MigrationParameters;
        const { dao } = await chain.make(raw);
        const { parameters } = await expectRoundTrip(chain, raw, dao);
        expect(Object.keys(parameters.CustomSchemes!)).to.have.members(Object.keys(CustomSchemes));
      });
    });
  }

  it("is left out once it has beneficiaries that it does not list", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer, release } = chain;
      const name = "FixedReputationAllocation";
      const own = entry(name, release.version, false);
      const { dao } = await chain.make({
        ...SMALL_DAO,
        CustomSchemes: { [name]: [own] },
      } as MigrationParameters);
      expect((await exported(chain, dao.Avatar)).complete).to.equal(true);
      const scheme = { artifact: release.artifact(name), address: dao.Schemes[0]!.address };
      await deployer.send("add", scheme, "addBeneficiary", [ACCOUNT]);
      const { missing, parameters } = await exported(chain, dao.Avatar);
      expect(missing.map(({ why }) => why)).to.deep.equal([
        "It does not list its beneficiaries (1 in total).",
      ]);
      expect(parameters).to.not.have.property("CustomSchemes");
    });
  });

  it("is exported if it calls a contract that nobody has initialized, as the file has it", async () => {
    await withBase("0.0.1-rc.57", async (chain) => {
      const params = ["GenesisProtocolAddress", { voteParams: 0 }, { StandAloneContract: 0 }];
      const file: MigrationParameters = {
        ...SMALL_DAO,
        StandAloneContracts: [{ name: "ContributionRewardExt", fromArc: true, constructor: false }],
        CustomSchemes: { GenericScheme: [{ params, permissions: "0x00000010", fromArc: true }] },
      };
      const { dao } = await chain.make(file);
      await expectRoundTrip(chain, file, dao);
    });
  });
});
