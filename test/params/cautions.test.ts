import { expect } from "chai";

import { cautionsOf } from "../../src/params/cautions.js";
import { nextEndOfUse } from "../../src/params/times.js";
import { ADDRESS, GENESIS_PROTOCOL, resolve } from "./support.js";

/** Parameters without warnings. */
const USUAL = {
  founders: [{ address: ADDRESS, tokens: 1, reputation: 1 }],
  VotingMachinesParams: [GENESIS_PROTOCOL],
  schemes: { ContributionReward: true },
  ContributionReward: [{ voteParams: 0 }],
  useDaoCreator: true,
};

async function codesOf(change: object): Promise<string[]> {
  const { parameters } = await resolve({ ...USUAL, ...change });
  return cautionsOf(parameters).map(({ code }) => code);
}

describe("cautionsOf", () => {
  it("has no warnings for a usual DAO", async () => {
    expect(await codesOf({})).to.deep.equal([]);
  });

  const CASES: [what: string, change: object, codes: string[]][] = [
    ["a DAO without schemes", { schemes: {}, VotingMachinesParams: [] }, ["no-schemes"]],
    [
      "a DAO without founders",
      { founders: [], useDaoCreator: false, unregisterOwner: true },
      ["no-founders"],
    ],
    [
      "founders without reputation",
      { founders: [{ address: ADDRESS, tokens: 5 }] },
      ["no-reputation"],
    ],
    [
      "a deploying account that stays in charge",
      { useDaoCreator: false },
      ["deployer-keeps-permissions"],
    ],
    [
      "vote parameters that nothing refers to",
      { VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL] },
      ["unused-vote-parameters"],
    ],
    [
      "a time in milliseconds",
      { VotingMachinesParams: [{ ...GENESIS_PROTOCOL, activationTime: 1_700_000_000_000 }] },
      ["time-in-milliseconds"],
    ],
  ];
  for (const [what, change, codes] of CASES) {
    it(`says it of ${what}`, async () => {
      expect(await codesOf(change)).to.deep.equal(codes);
    });
  }

  it("accepts the last time before the year 5138 as seconds", async () => {
    for (const [activationTime, codes] of [
      [99_999_999_999, []],
      [100_000_000_000, ["time-in-milliseconds"]],
    ] as const) {
      const set = { ...GENESIS_PROTOCOL, activationTime };
      expect(await codesOf({ VotingMachinesParams: [set] })).to.deep.equal(codes);
    }
  });

  it("finds references in the arguments of contracts and calls", async () => {
    const scheme = {
      name: "GenericScheme",
      fromArc: true,
      params: ["GenesisProtocolAddress", { voteParams: 1 }, ADDRESS],
      permissions: "0x00000010",
    };
    const sets = [GENESIS_PROTOCOL, GENESIS_PROTOCOL];
    expect(await codesOf({ VotingMachinesParams: sets, CustomSchemes: [scheme] })).to.deep.equal(
      [],
    );
    expect(
      await codesOf({
        VotingMachinesParams: sets,
        schemes: { SchemeRegistrar: true },
        ContributionReward: undefined,
        SchemeRegistrar: { voteRegisterParams: 0, voteRemoveParams: 1 },
      }),
    ).to.deep.equal([]);
  });

  describe("of times in the params of schemes", () => {
    const now = BigInt(Math.floor(Date.now() / 1000));
    const day = 86_400n;
    const hash = `0x${"12".repeat(32)}`;
    const scheme = (name: string, params: readonly unknown[]) => ({
      CustomSchemes: [
        {
          name,
          fromArc: true,
          permissions: "0x00000000",
          params: params.map((value) => (typeof value === "bigint" ? String(value) : value)),
        },
      ],
    });
    const continuous = (start: bigint) =>
      scheme("ContinuousLocking4Reputation", [
        ...[1, start, day, start + day, 12, 1, 1, 10, ADDRESS, hash],
      ]);
    const locking = (end: bigint) =>
      scheme("LockingEth4Reputation", [1, now - 9n * day, end, now + 9n * day, day, hash]);
    const auction = (start: bigint) =>
      scheme("Auction4Reputation", [1, start, day, 3, now + 9n * day, ADDRESS, ADDRESS, hash]);

    const TIMES: [what: string, change: object, codes: string[]][] = [
      [
        "continuous locking whose last batch has ended",
        continuous(now - 11n * day),
        ["time-in-the-past"],
      ],
      ["continuous locking whose last batch is open", continuous(now - 9n * day), []],
      ["a locking period that is over", locking(now - day), ["time-in-the-past"]],
      ["a locking period that is open", locking(now + day), []],
      ["auctions that are over", auction(now - 4n * day), ["time-in-the-past"]],
      ["auctions of which the last is open", auction(now - 2n * day), []],
      ["a locking period in milliseconds", locking((now + day) * 1000n), ["time-in-milliseconds"]],
    ];
    for (const [what, change, codes] of TIMES) {
      it(`${codes.length === 0 ? "says nothing" : "says it"} of ${what}`, async () => {
        expect(await codesOf(change)).to.deep.equal(codes);
      });
    }

    it("returns the time of the next warning", async () => {
      const next = async (change: object) =>
        nextEndOfUse((await resolve({ ...USUAL, ...change })).parameters);
      expect(await next({})).to.equal(Infinity);
      expect(await next(locking(now + day))).to.equal(Number(now + day));
      expect(await next(locking(now - day))).to.equal(Infinity);
    });

    it("names the scheme by its alias, and the day", async () => {
      const { parameters } = await resolve({ ...USUAL, ...locking(1_600_000_000n) });
      const [caution] = cautionsOf({
        ...parameters,
        customSchemes: parameters.customSchemes.map((each) => ({ ...each, alias: "Lockup" })),
      });
      expect(caution?.message).to.match(/^Lockup can never be used: .* 2020-09-13/);
    });
  });
});
