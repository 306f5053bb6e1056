import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Inspection, ProposalRequest } from "../../../src/inspect/description.js";
import { describePermissions } from "../../../src/arc/permissions.js";
import type { BalanceChange, Stage } from "../../../src/simulate/simulation.js";
import { judgeDeeds, type Aftermath } from "../../../src/simulate/verdicts/deeds.js";
import { account, scheme, sampleInspection } from "../../inspect/sample-inspection.js";
import { noReward } from "../../inspect/sample-reward.js";

const before = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const HASH = `0x${"12".repeat(32)}`;
const SOMEBODY = account(77);
const ONE = String(10n ** 18n);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;

function judge(asks: ProposalRequest, changes: Partial<Aftermath> = {}) {
  const nothing = { before, after: before, obstacle: undefined, redeemed: [], stages: [] };
  return judgeDeeds(asks, { ...nothing, ...changes });
}

/** Returns each deed as one line. */
function deeds(asks: ProposalRequest, changes: Partial<Aftermath> = {}): readonly string[] {
  return judge(asks, changes).deeds.map(
    ({ asked, happened, instead }) =>
      `${happened}: ${asked}${instead === undefined ? "" : ` (${instead})`}`,
  );
}

function after(changes: Partial<Inspection>): Pick<Aftermath, "after"> {
  return { after: { ...before, ...changes } };
}

describe("judgeDeeds on rewards", () => {
  const REWARD = noReward(SOMEBODY);
  const paid = (
    kind: BalanceChange["kind"],
    amount: string,
    token?: string,
  ): Pick<Aftermath, "redeemed"> => ({
    redeemed: [
      {
        account: SOMEBODY,
        kind,
        ...(token !== undefined && { token }),
        before: "5",
        after: String(5n + BigInt(amount)),
      },
    ],
  });

  it("counts all periods", () => {
    const asks = { ...REWARD, ether: ONE, periods: "3" };
    expect(deeds(asks, paid("ether", String(3n * 10n ** 18n)))).to.deep.equal([
      `yes: pay 3.0 ether to ${SOMEBODY}`,
    ]);
    expect(deeds(asks, paid("ether", ONE))).to.deep.equal([
      `no: pay 3.0 ether to ${SOMEBODY} (it got 1.0 ether)`,
    ]);
  });

  it("says that nothing was paid, whatever others got", () => {
    expect(
      deeds({ ...REWARD, ether: ONE }, paid("token", ONE, before.token.contract.address)),
    ).to.deep.equal([`no: pay 1.0 ether to ${SOMEBODY} (it got 0.0 ether)`]);
  });

  it("shows the DAO's tokens with the decimals that they have", () => {
    const six = { ...before, token: { ...before.token, decimals: 6 } };
    const asks = { ...REWARD, nativeTokens: "2500000" };
    const own = before.token.contract.address;
    expect(deeds(asks, { before: six, ...paid("token", "2500000", own) })).to.deep.equal([
      `yes: pay 2.5 tokens of the DAO to ${SOMEBODY}`,
    ]);
    expect(deeds(asks, { before: six, ...paid("token", "1000000", own) })).to.deep.equal([
      `no: pay 2.5 tokens of the DAO to ${SOMEBODY} (it got 1.0 tokens of the DAO)`,
    ]);
  });

  it("says that reputation is taken, instead of that a negative amount is paid", () => {
    const asks = { ...REWARD, reputation: `-${ONE}` };
    const reputation = before.reputation.contract.address;
    expect(deeds(asks, paid("reputation", `-${ONE}`, reputation))).to.deep.equal([
      `yes: take 1.0 reputation from ${SOMEBODY}`,
    ]);
    expect(deeds(asks, paid("reputation", "-5", reputation))).to.deep.equal([
      `no: take 1.0 reputation from ${SOMEBODY} (it lost 0.000000000000000005 reputation)`,
    ]);
  });

  it("shows external tokens in wei", () => {
    const token = account(9);
    const asks = { ...REWARD, externalTokens: "7", externalToken: token };
    expect(deeds(asks, paid("token", "7", token))).to.deep.equal([
      `yes: pay 7 wei of the token ${token} to ${SOMEBODY}`,
    ]);
    expect(deeds(asks, paid("token", "6", token))).to.deep.equal([
      `no: pay 7 wei of the token ${token} to ${SOMEBODY} (it got 6 wei of the token ${token})`,
    ]);
  });

  it("never takes ether for tokens of the zero address", () => {
    const [said] = deeds({ ...REWARD, externalTokens: "7" }, paid("ether", "7"));
    expect(said).to.equal(
      `no: pay 7 wei of the token ${ZeroAddress} to ${SOMEBODY} (it got 0 wei of the token ${ZeroAddress})`,
    );
  });

  it("says why redeeming fails", () => {
    const stage = { stage: "redeem", part: "ether", outcome: "refused" } as Stage;
    const asks = { ...REWARD, ether: ONE };
    expect(deeds(asks, { stages: [{ ...stage, reason: "too poor" }] })).to.deep.equal([
      `no: pay 1.0 ether to ${SOMEBODY} (redeeming it fails: too poor)`,
    ]);
    expect(deeds(asks, { stages: [stage] })[0]).to.include("fails: no reason given)");
  });

  it("calls a balance that is not read unknown, instead of unpaid", () => {
    const found = { account: SOMEBODY, kind: "ether", before: "0", after: NOTHING } as const;
    const { verdict, deeds: told } = judge({ ...REWARD, ether: ONE }, { redeemed: [found] });
    expect(verdict).to.equal("inconclusive");
    expect(told[0]!.instead).to.equal("the balance could not be read");
  });
});

describe("judgeDeeds on schemes", () => {
  const registers = (bytes: string, paramsHash = HASH): ProposalRequest => ({
    kind: "registerScheme",
    scheme: NEW,
    paramsHash,
    permissions: describePermissions(bytes),
  });

  it("compares all four bytes of the permissions, even if the highest bit is set", () => {
    for (const [asked, has] of [
      ["0x00000010", "0x00000011"],
      ["0x8000001e", "0x8000001f"],
    ] as const) {
      const schemes = [...before.schemes, scheme(NEW, has)];
      expect(deeds(registers(asked), after({ schemes }))).to.deep.equal([
        `yes: register UpgradeScheme ${NEW.address} with ${asked}`,
      ]);
    }
  });

  it("says what a scheme has instead", () => {
    expect(deeds(registers("0x00000010"))[0]).to.include("(it is not registered)");
    const schemes = [scheme(NEW, "0x00000001")];
    expect(deeds(registers("0x00000010"), after({ schemes }))[0]).to.include("(it has 0x00000001)");
    const other = `0x${"34".repeat(32)}`;
    expect(deeds(registers("0x00000000", other), after({ schemes }))[0]).to.include(
      `(its parameters are ${HASH})`,
    );
  });

  it("says that a scheme is still registered", () => {
    const [first] = before.schemes;
    const asks = { kind: "unregisterScheme", scheme: first!.contract } as const;
    expect(deeds(asks)).to.deep.equal([
      `no: unregister ContributionReward ${first!.contract.address} (it is still registered)`,
    ]);
    expect(deeds(asks, after({ schemes: [{ ...first!, registered: false }] }))[0]).to.match(/^yes/);
  });

  it("checks that the upgrading scheme may upgrade", () => {
    const asks = { kind: "changeUpgradeScheme", scheme: NEW, paramsHash: HASH } as const;
    expect(deeds(asks)[0]).to.equal(
      `no: make UpgradeScheme ${NEW.address} the upgrading scheme (it is not registered)`,
    );
    const has = (bytes: string) => after({ schemes: [scheme(NEW, bytes)] });
    expect(deeds(asks, has("0x00000003"))[0]).to.include("(it has 0x00000003)");
    expect(deeds(asks, has("0x0000000b"))[0]).to.match(/^yes/);
  });
});

describe("judgeDeeds on control", () => {
  for (const kind of ["addGlobalConstraint", "removeGlobalConstraint"] as const) {
    const word = kind.startsWith("add") ? "add" : "remove";

    it(`checks whether a proposal does ${word} a constraint`, () => {
      const constraint = { address: SOMEBODY, code: "unknown" } as const;
      const asks = { kind, constraint };
      const there = after({
        globalConstraints: [
          { contract: constraint, looks: "before", paramsHash: HASH, parameters: {} },
        ],
      });
      const absent = after({ globalConstraints: [], schemes: [] });
      const [good, bad] = word === "add" ? [there, absent] : [absent, there];
      const asked = `${word} unknown code ${SOMEBODY} as a global constraint`;
      expect(deeds(asks, good)).to.deep.equal([`yes: ${asked}`]);
      // Even if there are no schemes that could be compared.
      expect(deeds(asks, { before: { ...before, schemes: [] }, ...bad })).to.deep.equal([
        `no: ${asked} (${word === "add" ? "it is not there" : "it is still there"})`,
      ]);
      expect(deeds(asks, after({ globalConstraints: NOTHING }))).to.deep.equal([
        `inconclusive: ${asked} (the node does not answer)`,
      ]);
    });
  }

  it("checks who controls the DAO after an upgrade", () => {
    const controller = { address: SOMEBODY, code: "account" } as const;
    const asks = { kind: "upgradeController", controller } as const;
    expect(deeds(asks)).to.deep.equal([
      `no: make the account ${SOMEBODY} the DAO's controller (its controller is ${before.controller.address})`,
    ]);
    const handed = after({ controller: { ...before.controller, address: SOMEBODY } });
    expect(deeds(asks, handed)[0]).to.match(/^yes/);
    expect(judge(asks, { after: NOTHING }).verdict).to.equal("inconclusive");
  });

  it("calls unknown requests inconclusive, unless the proposal does not pass", () => {
    const asks = { kind: "other", event: "NewThing", values: {} } as const;
    expect(deeds(asks)).to.have.length(1);
    expect(judge(asks).verdict).to.equal("inconclusive");
    expect(deeds(asks)[0]).to.include("NewThing");
    expect(deeds(asks, { obstacle: "it was rejected" })[0]).to.include("(it was rejected)");
    const unread = { before, after: before, obstacle: undefined, redeemed: [], stages: [] };
    expect(judgeDeeds(NOTHING, unread).deeds[0]).to.deep.equal({
      asked: "an unknown request",
      happened: "inconclusive",
      instead: "the node does not answer",
    });
  });
});

describe("judgeDeeds on calls", () => {
  const to = { address: SOMEBODY, code: "unknown" } as const;
  const CALLS = { kind: "calls", calls: [{ to, value: "0", data: "0x12345678" }] } as const;
  const made = (changes: object) =>
    ({
      stages: [
        {
          outcome: "done",
          calls: {
            type: "CALL",
            from: before.avatar.address,
            to,
            value: "0",
            data: "0x12345678",
            gas: "0",
            calls: [],
            ...changes,
          },
        } as unknown as Stage,
      ],
    }) as const;

  it("says whether a call was made, and why not", () => {
    const asked = `call 0x12345678 of unknown code ${SOMEBODY}`;
    expect(deeds(CALLS, made({}))).to.deep.equal([`yes: ${asked}`]);
    expect(deeds(CALLS, made({ failed: "no" }))).to.deep.equal([`no: ${asked} (no)`]);
    expect(deeds(CALLS, made({ value: "1" }))).to.deep.equal([
      `no: ${asked} (the call was not made)`,
    ]);
    expect(deeds(CALLS, made({ from: SOMEBODY }))[0]).to.match(/^no/);
    // Old avatars pad the data with zeros, and nothing else may follow.
    expect(deeds(CALLS, made({ data: "0x1234567800" }))[0]).to.match(/^yes/);
    expect(deeds(CALLS, made({ data: "0x1234567801" }))[0]).to.match(/^no/);
  });
});
