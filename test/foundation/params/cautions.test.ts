import { expect } from "chai";

import { cautionsOf } from "../../../src/foundation/params/cautions.js";
import type { Argument, DaoParameters } from "../../../src/foundation/params/parameters.js";
import { fn } from "./build-files.js";
import { ADDRESS, GENESIS_PROTOCOL, OTHER_ADDRESS, resolve } from "./support.js";
import { expectRecorded } from "../../recorded.js";

const NOW = 1_700_000_000n;
const DAY = 86_400n;

async function usual(change: Partial<DaoParameters> = {}): Promise<DaoParameters> {
  const { parameters } = await resolve({
    founders: [{ address: ADDRESS, reputation: 1 }],
    VotingMachinesParams: [GENESIS_PROTOCOL],
    schemes: { ContributionReward: true },
    unregisterOwner: true,
  });
  return { ...parameters, ...change };
}

const messages = (parameters: DaoParameters) =>
  cautionsOf(parameters, NOW).map(({ code, message }) => `${code}: ${message}`);

/** Returns a scheme with these arguments after the avatar. */
const scheme = (args: Readonly<Record<string, Argument>>, name = "Lock") => ({
  name,
  fromArc: true,
  fromFactory: false,
  isUniversal: false,
  permissions: "0x00000000",
  runFunctions: [],
  abi: fn("initialize", "address _avatar", ...Object.keys(args).map((each) => `uint256 ${each}`)),
  args: Object.values(args),
});

describe("what is said about parameters of a DAO that nobody wants", () => {
  it("is nothing of a usual one, nor of both vote parameters of a SchemeRegistrar", async () => {
    expect(messages(await usual())).to.deep.equal([]);
    const { parameters } = await resolve({
      founders: [{ address: ADDRESS, reputation: 1 }],
      VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL],
      schemes: { SchemeRegistrar: true },
      SchemeRegistrar: { voteRegisterParams: 0, voteRemoveParams: 1 },
      useDaoCreator: true,
    });
    expect(messages(parameters)).to.deep.equal([]);
  });

  it("is what it lacks, and what to add", async () => {
    const noSchemes = (await resolve({})).parameters.schemes;
    const parameters = await usual({ founders: [], schemes: noSchemes, unregisterOwner: false });
    expectRecorded(messages(parameters));
  });

  it("is that no founder has reputation, if none has a wei of it", async () => {
    const founder = (address: string, reputation: bigint) => ({ address, tokens: 1n, reputation });
    const none = [founder(ADDRESS, 0n), founder(OTHER_ADDRESS, 0n)];
    expectRecorded(messages(await usual({ founders: none })));
    const one = [founder(ADDRESS, 0n), founder(OTHER_ADDRESS, 1n)];
    expect(messages(await usual({ founders: one }))).to.deep.equal([]);
  });

  it("is that not even all votes are more than 100 %", async () => {
    const absolute = (votePerc: bigint) => ({
      votingMachinesParams: [{ absoluteVote: { votePerc, voteOnBehalf: ADDRESS } }],
    });
    expectRecorded(messages(await usual(absolute(100n))));
    expect(messages(await usual(absolute(99n)))).to.deep.equal([]);
  });

  it("is that votes begin in thousands of years", async () => {
    const { votingMachinesParams } = await usual();
    const [set] = votingMachinesParams;
    const late = [{ ...set!, activationTime: 1_700_000_000_000n }] as typeof votingMachinesParams;
    expectRecorded(messages(await usual({ votingMachinesParams: late })));
    const last = [{ ...set!, activationTime: 99_999_999_999n }] as typeof votingMachinesParams;
    expect(messages(await usual({ votingMachinesParams: last }))).to.deep.equal([]);
  });

  it("is that a vote lasts ten years and more", async () => {
    const { votingMachinesParams } = await usual();
    const [set] = votingMachinesParams;
    const lasting = async (queuedVotePeriodLimit: bigint) =>
      messages(
        await usual({
          votingMachinesParams: [{ ...set!, queuedVotePeriodLimit }] as typeof votingMachinesParams,
        }),
      );
    expectRecorded(await lasting(2_592_000_000n));
    expect(await lasting(315_359_999n)).to.deep.equal([]);
  });

  it("is nothing about vote parameters in a list or in a call", async () => {
    const { votingMachinesParams } = await usual();
    const sets = [...votingMachinesParams, ...votingMachinesParams, ...votingMachinesParams];
    const inList = scheme({ a: [[{ voteParams: 1 }], { address: "AvatarAddress" }] });
    const call = { functionName: "set", abi: fn("set", "bytes32"), args: [{ voteParams: 2 }] };
    const customSchemes = [{ ...inList, runFunctions: [call] }];
    expect(messages(await usual({ votingMachinesParams: sets, customSchemes }))).to.deep.equal([]);
    expect(
      messages(await usual({ votingMachinesParams: sets, customSchemes: [inList] })),
    ).to.deep.equal(["unused-vote-parameters: No scheme refers to VotingMachinesParams[2]."]);
  });

  describe("of times", () => {
    const said = async (args: Readonly<Record<string, Argument>>) =>
      messages(await usual({ customSchemes: [scheme(args)] }));
    const over = (day: string) => [
      `time-in-the-past: Lock can never be used: by the times in its params, it ended on ${day}. Use later times.`,
    ];

    it("is the day on which a scheme ended, if that is not later than now", async () => {
      expect(await said({ _lockingEndTime: NOW - DAY })).to.deep.equal(over("2023-11-13"));
      expect(await said({ _lockingEndTime: NOW })).to.deep.equal(over("2023-11-14"));
      expect(await said({ _lockingEndTime: NOW + 1n })).to.deep.equal([]);
    });

    it("is nothing where an end of 0 means that there is none", async () => {
      expect(await said({ _lockingEndTime: 0n })).to.deep.equal([]);
      expect(await said({ _claimingEndTime: 1n })).to.deep.equal(over("1970-01-01"));
    });

    it("is the end of the last batch or auction, which needs start, length and number", async () => {
      const batches = { _startTime: NOW - 2n * DAY, _batchTime: DAY, _batchesIndexCap: 2n };
      expect(await said(batches)).to.deep.equal(over("2023-11-14"));
      expect(await said({ ...batches, _batchesIndexCap: 3n })).to.deep.equal([]);
      for (const missing of Object.keys(batches)) {
        const args = Object.fromEntries(Object.entries(batches).filter(([key]) => key !== missing));
        expect(await said(args), missing).to.deep.equal([]);
      }
      const auctions = { _auctionsStartTime: 1n, _auctionPeriod: DAY, _numberOfAuctions: 1n };
      expect(await said(auctions)).to.deep.equal(over("1970-01-02"));
    });

    it("is which one looks like milliseconds, from the year 5138 on", async () => {
      expect(await said({ _redeemEnableTime: 99_999_999_999n })).to.deep.equal([]);
      expectRecorded(await said({ amount: 10n ** 18n, _redeemEnableTime: 10n ** 11n }));
    });

    it("is nothing about arguments that are not numbers", async () => {
      expect(await said({ _lockingEndTime: "1", token: ADDRESS, other: [1n] })).to.deep.equal([]);
    });

    it("is known of the release's own contracts, by their alias", async () => {
      const hash = `0x${"12".repeat(32)}`;
      const [ago, later] = [String(NOW - 9n * DAY), String(NOW + 9n * DAY)];
      const day = String(DAY);
      for (const [name, ...params] of [
        ["ContinuousLocking4Reputation", 1, ago, day, ago, 12, 1, 1, 8, ADDRESS, hash],
        ["LockingEth4Reputation", 1, ago, String(NOW - DAY), later, day, hash],
        ["Auction4Reputation", 1, ago, day, 8, later, ADDRESS, ADDRESS, hash],
      ]) {
        const lock = { name, alias: "Lock", fromArc: true, permissions: "0x00000000", params };
        const { customSchemes } = (await resolve({ CustomSchemes: [lock] })).parameters;
        expect(messages(await usual({ customSchemes }))).to.deep.equal(over("2023-11-13"));
      }
    });
  });
});
