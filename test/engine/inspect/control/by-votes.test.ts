import { expect } from "chai";

import { describeControl } from "../../../../src/engine/inspect/control/by-votes.js";
import { deciderByRules } from "../../../../src/engine/inspect/control/powers.js";
import { wasRead } from "../raw-calls.js";
import type {
  ReputationDescription,
  SchemeDescription,
  VoteRules,
} from "../../../../src/engine/inspect/description.js";

function schemeOf(rules: VoteRules): SchemeDescription {
  return {
    contract: { address: "0xScheme", code: "arc", name: "SchemeRegistrar" },
    registered: true,
    permissions: { bytes: "0x0000001f", words: [] },
    paramsHash: "0x",
    history: [],
    parameters: {
      kept: "hash",
      values: {},
      votes: { voteParams: { votingMachine: "0xMachine", paramsHash: "0x", rules } },
    },
  };
}

const ALL = `0x${"a1".repeat(20)}`;

const contract = { address: "0xReputation", code: "arc", name: "Reputation" } as const;

const HOLDERS = [
  ["0xA", 30],
  ["0xB", 20],
  ["0xC", 20],
  ["0xD", 30],
] as const;

function control(votePerc: number, supply = 100n) {
  const holders = HOLDERS.toSorted(([, a], [, b]) => b - a).map(([account, amount]) => ({
    account,
    amount: String(amount),
  }));
  const reputation = { contract, holders, totalSupply: String(supply) };
  return wasRead(describeControl([schemeOf({ AbsoluteVote: { votePerc } })], reputation))[0];
}

describe("describeControl", () => {
  it("finds the smallest group with more than the required share: exactly that much is not enough", () => {
    expect(control(29)).to.deep.include({ accounts: ["0xA"], share: "30.00", boosting: false });
    expect(control(30)?.accounts).to.deep.equal(["0xA", "0xD"]);
    expect(control(50)?.accounts).to.deep.equal(["0xA", "0xD"]);
    expect(control(60)?.accounts).to.have.length(3);
    expect(control(99)?.accounts).to.have.length(4);
  });

  it("names nobody if all together do not have enough", () => {
    expect(control(100)).to.deep.include({ accounts: [], share: "100.00" });
    expect(control(50, 0n)?.accounts).to.deep.equal(["0xA"]);
  });

  for (const [machine, percent, decides] of [
    ["AbsoluteVote", 99, true],
    ["AbsoluteVote", 100, false],
    ["QuorumVote", 100, false],
    // Boosted, its votes are the only ones.
    ["GenesisProtocol", 100, true],
  ] as const) {
    it(`says as powers do that who votes for all ${decides ? "decides" : "cannot decide"} with ${percent}% in ${machine}`, () => {
      const isGenesis = machine === "GenesisProtocol";
      const name = isGenesis ? "queuedVoteRequiredPercentage" : "votePerc";
      const rules = { [machine]: { [name]: percent, voteOnBehalf: ALL } } as unknown as VoteRules;
      const holders = [{ account: "0xA", amount: "100" }];
      const reputation = {
        contract,
        holders,
        totalSupply: "100",
      } as unknown as ReputationDescription;
      const [control] = wasRead(describeControl([schemeOf(rules)], reputation));
      expect(control).to.deep.include({ accounts: decides ? [ALL] : [], voteOnBehalf: ALL });
      const decider = deciderByRules("0xMachine", rules, { reputation });
      expect(decider).to.deep.include(
        decides ? { kind: "account", account: ALL } : { kind: "votes", fewest: [] },
      );
    });
  }

  it("says if fewer can decide once a proposal is boosted, and which permissions they control", () => {
    const GenesisProtocol = { queuedVoteRequiredPercentage: 50 } as never;
    const nobody = { contract, holders: [], totalSupply: "0" };
    const decide = (totalSupply: string) =>
      wasRead(describeControl([schemeOf({ GenesisProtocol })], { ...nobody, totalSupply }))[0];
    expect(decide("5")).to.deep.include({ boosting: true, permissions: "0x0000001f" });
    expect(decide("0")).to.deep.include({ boosting: false, neededPercent: 50 });
    const unread = { ...schemeOf({ GenesisProtocol }), parameters: { notRead: "no" } };
    expect(describeControl([unread], nobody)).to.deep.equal([]);
  });
});
