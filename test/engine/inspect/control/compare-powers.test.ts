import { isDeepStrictEqual } from "node:util";

import { expect } from "chai";
import { ZeroAddress } from "ethers";

import {
  canRegister,
  comparePowers,
  shiftOf,
} from "../../../../src/engine/inspect/control/compare-powers.js";
import { powersOf } from "../../../../src/engine/inspect/control/powers.js";
import type {
  GenesisProtocolRules,
  HolderDescription,
  Inspection,
  SchemeDescription,
  SchemeParametersDescription,
} from "../../../../src/engine/inspect/description.js";
import { account, HASH, NOW, sampleInspection, scheme } from "../sample-inspection.js";

const DAO = sampleInspection();
const [reward, registrar] = DAO.schemes as [SchemeDescription, SchemeDescription];
const STRANGER = account(77);
const MACHINE = DAO.votingMachines[0]!.contract.address;
const RULES = {
  queuedVoteRequiredPercentage: 50,
  queuedVotePeriodLimit: 1800,
  boostedVotePeriodLimit: 600,
  quietEndingPeriod: 300,
  votersReputationLossRatio: 1,
} satisfies GenesisProtocolRules;

function parameters(
  changes: Partial<GenesisProtocolRules>,
  values: SchemeParametersDescription["values"] = {},
  votingMachine = MACHINE,
): SchemeParametersDescription {
  const rules = { GenesisProtocol: { ...RULES, ...changes } };
  return { kept: "own", values, votes: { voteParams: { votingMachine, paramsHash: HASH, rules } } };
}

function withRewards(changed: SchemeParametersDescription): Inspection {
  const { contract, permissions } = reward;
  return { ...DAO, schemes: [scheme(contract, permissions.bytes, changed), registrar] };
}

const gainedBy = (after: Inspection, before = DAO): readonly string[] =>
  comparePowers(before, after).gained.map(({ ability }) => ability);

describe("comparePowers", () => {
  for (const [changes, isGain] of [
    [{}, false],
    [{ queuedVoteRequiredPercentage: 51 }, false],
    [{ queuedVoteRequiredPercentage: 49 }, true],
    [{ queuedVotePeriodLimit: 1801 }, false],
    [{ queuedVotePeriodLimit: 1799, queuedVoteRequiredPercentage: 90 }, true],
    [{ boostedVotePeriodLimit: 599 }, true],
    [{ votersReputationLossRatio: 0 }, true],
    [{ proposingRepReward: "1" }, true],
    [{ voteOnBehalf: STRANGER }, true],
    [{ others: { something: "1" } }, true],
  ] as const) {
    it(`${isGain ? "reports" : "does not report"} rules with ${JSON.stringify(changes)}`, () => {
      expect(gainedBy(withRewards(parameters(changes)))).to.deep.equal(
        isGain ? ["mint and pay"] : [],
      );
    });
  }

  it("reports another voting machine with the same rules", () => {
    const after = withRewards(parameters({}, {}, STRANGER));
    expect(gainedBy(after)).to.deep.equal(["mint and pay"]);
  });

  it("reports a rule about the start of votes only if it is in the future", () => {
    const starting = (activationTime: number) => withRewards(parameters({ activationTime }));
    const before = starting(1);
    expect(gainedBy(starting(NOW - 1), before)).to.deep.equal([]);
    expect(gainedBy(starting(NOW + 1), before)).to.deep.equal(["mint and pay"]);
  });

  it("says that nothing can be undone once no scheme registers others", () => {
    expect(canRegister(DAO)).to.equal("yes");
    const after = { ...DAO, schemes: [reward] };
    expect(canRegister(after)).to.equal("no");
    const upgrade = { ...registrar.contract, name: "UpgradeScheme" };
    const upgrading = scheme(upgrade, "0x00000009", registrar.parameters as never);
    expect(canRegister({ ...DAO, schemes: [reward, upgrading] })).to.equal("yes");
    const { lost } = comparePowers(DAO, after);
    expect(lost.map(({ was, left }) => [was.ability, left])).to.deep.include.members([
      ["register schemes", undefined],
      ["unregister schemes", undefined],
    ]);
  });

  it("tells that a registrar loses or gets permissions, without which it cannot change those who have them", () => {
    const registering = (bytes: string, changes: Partial<Inspection> = {}): Inspection => {
      const own = scheme(registrar.contract, bytes, registrar.parameters as never);
      return { ...DAO, ...changes, schemes: [reward, own] };
    };
    const [all, few] = [registering("0x0000001f"), registering("0x00000003")];
    const both = ["register schemes", "unregister schemes"];
    const changed = (before: Inspection, after: Inspection) => {
      const { gained, lost } = comparePowers(before, after);
      return [gained.map(({ ability }) => ability), lost.map(({ was }) => was.ability)];
    };
    expect(changed(all, few)).to.deep.equal([[], both]);
    expect(changed(few, all)).to.deep.equal([both, []]);
    expect(changed(few, registering("0x00000007"))).to.deep.equal([both, []]);
    // What may upgrade the controller may do everything, unless that was done already.
    const most = "0x0000000f";
    expect(changed(all, registering(most))).to.deep.equal([[], []]);
    const replaced = { earlierControllers: [{ contract: DAO.controller, block: null }] } as never;
    expect(changed(all, registering(most, replaced))).to.deep.equal([[], both]);
  });

  it("does not know whether that is possible if the registrar's rules are not stored", () => {
    const unset = { ...registrar, parameters: { notRead: "it has no parameters" } };
    expect(canRegister({ ...DAO, schemes: [reward, unset] })).to.equal("not known");
  });

  it("gives the avatar's permissions to those who can call its controller", () => {
    const { avatar, controller, schemes } = DAO;
    const generic = { ...reward.contract, address: account(90), name: "GenericScheme" };
    const calls = (contractToCall: string) =>
      scheme(generic, "0x00000011", parameters({}, { contractToCall }));
    const own = { ...scheme(avatar, "0x0000000f"), parameters: undefined };
    const through = (target: string) =>
      powersOf({ ...DAO, schemes: [...schemes, own, calls(target)] })
        .filter((power) => power.through.address === generic.address)
        .map(({ ability }) => ability);
    expect(through(STRANGER)).to.deep.equal(["call"]);
    expect(through(controller.address)).to.include.members(["call", "upgrade the controller"]);
  });

  it("counts what unknown code may do, but not again as long as nothing of it changes", () => {
    const unknown = scheme({ address: STRANGER, code: "unknown" }, "0x00000013");
    const before = { ...DAO, schemes: [...DAO.schemes, unknown] };
    expect(gainedBy(before)).to.deep.equal(["mint and pay", "register schemes", "call"]);
    expect(gainedBy(before, before)).to.deep.equal([]);
  });

  it("finds the rewarder of a scheme, unless it is a contract of Arc's", () => {
    const competition = { contract: { address: STRANGER, code: "arc" }, values: {} } as const;
    const gained = (refersTo: SchemeParametersDescription["refersTo"]) =>
      comparePowers(DAO, withRewards({ ...parameters({}, { rewarder: STRANGER }), refersTo }))
        .gained;
    expect(gained([])[0]!.decider).to.include({ account: STRANGER, as: "its rewarder" });
    expect(gained([competition])).to.deep.equal([]);
  });

  it("finds the owner of a scheme", () => {
    const owned = { ...parameters({}), owner: STRANGER };
    const [power] = comparePowers(DAO, withRewards(owned)).gained;
    expect(power).to.deep.include({ ability: "act as its owner" });
    expect(power!.decider).to.deep.include({ kind: "account", account: STRANGER });
  });

  it("finds the owner of a Forwarder until it expires, and one who may still say when", () => {
    const owner = { kind: "account", account: STRANGER, as: "the owner of the Forwarder" };
    const found = (expirationTime: string, initializedFor?: string): number => {
      const set = { kept: "own", values: { expirationTime }, votes: {}, owner: STRANGER } as const;
      const contract = { address: STRANGER, code: "arc", name: "Forwarder" } as const;
      const made = { ...scheme(contract, "0x00000001"), parameters: { ...set, initializedFor } };
      const dao = { ...DAO, schemes: [...DAO.schemes, made] };
      return powersOf(dao).filter(({ decider }) => isDeepStrictEqual(decider, owner)).length;
    };
    const all = [found("99999999999"), found("1"), found("0", ZeroAddress)];
    expect(all).to.deep.equal([1, 0, 1]);
  });

  it("says who loses a power that others still have: an account of its own, or all who vote", () => {
    const alone = scheme({ address: STRANGER, code: "account" }, "0x00000003");
    const withAlone = { ...DAO, schemes: [...DAO.schemes, alone] };
    const lostBy = (before: Inspection, after: Inspection) =>
      comparePowers(before, after).lost.map(({ was, remains }) => [
        was.ability,
        was.decider.kind === "account" ? was.decider.account : was.decider.kind,
        remains,
      ]);
    expect(lostBy(withAlone, DAO)).to.deep.include(["mint and pay", STRANGER, "others"]);
    const withoutRewards = { ...withAlone, schemes: [registrar, alone] };
    const left = (remains: string) => [["mint and pay", "votes", remains]];
    expect(lostBy(withAlone, withoutRewards)).to.deep.equal(left("others"));
    const unknown = scheme({ address: STRANGER, code: "unknown" }, "0x00000003");
    expect(lostBy(DAO, { ...DAO, schemes: [registrar, unknown] })).to.deep.equal(left("not known"));
    expect(lostBy(withAlone, withAlone)).to.deep.equal([]);
  });

  it("says that votes lose what only a boost made possible, but not that a few of them move", () => {
    const lost = (before: Inspection, after: Inspection) =>
      comparePowers(before, after).lost.map(({ was }) => was.ability);
    const usual = withRewards(parameters({}));
    const slow = withRewards(parameters({ boostedVotePeriodLimit: 40_000_000 }));
    expect(lost(usual, slow)).to.deep.equal(["mint and pay"]);
    expect(lost(slow, usual)).to.deep.equal([]);
    const [first, ...others] = DAO.reputation.holders as readonly HolderDescription[];
    const holders = [{ ...first!, amount: others[0]!.amount }, ...others];
    const less = { ...usual, reputation: { ...DAO.reputation, holders } };
    expect(powersOf(less)[0]!.decider).to.not.deep.equal(powersOf(usual)[0]!.decider);
    expect(lost(usual, less)).to.deep.equal([]);
  });

  it("lists every share of the votes that changes, and says if the holders are not known", () => {
    const { reputation } = DAO;
    const holders = [{ account: STRANGER, amount: "1" }];
    const moved = { ...DAO, reputation: { ...reputation, totalSupply: "1", holders } };
    expect(comparePowers(DAO, moved).shares).to.deep.include({
      ...{ account: STRANGER, before: "0.00", after: "100.00" },
    });
    const unread = { ...DAO, reputation: { ...reputation, holders: { notRead: "no events" } } };
    expect(comparePowers(DAO, unread).shares).to.equal(undefined);
    expect(shiftOf(DAO, unread)).to.equal(0);
  });

  it("adds up the votes that move in one total, also those too few to be seen each, and those to come", () => {
    const held = (amounts: readonly number[]): Inspection => {
      const holders = amounts.map((amount, at) => ({
        account: account(400 + at),
        amount: `${amount}`,
      }));
      const totalSupply = String(amounts.reduce((sum, each) => sum + each, 0));
      return { ...DAO, reputation: { ...DAO.reputation, holders, totalSupply } };
    };
    const dao = held([500, 500]);
    expect(shiftOf(dao, dao)).to.equal(0);
    expect(shiftOf(dao, held([500, 750]))).to.equal(10);
    expect(shiftOf(dao, held([500, 0]))).to.equal(50);
    expect(shiftOf(dao, dao, 250n)).to.equal(20);
    // 50 % of 1,000 become 750 of 2,000, and 750 of 2,000 are new.
    expect(shiftOf(dao, held([500, 750]), 750n)).to.equal(37.5);
    expect(shiftOf(held([]), held([1]))).to.equal(100);
    const many = (each: number) => held([100_000, ...Array.from({ length: 5000 }, () => each)]);
    expect(shiftOf(many(0), many(4))).to.equal(16.67);
  });
});
