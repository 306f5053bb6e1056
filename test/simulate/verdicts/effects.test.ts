import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Inspection, ProposalRequest } from "../../../src/inspect/description.js";
import { describePermissions } from "../../../src/arc/permissions.js";
import type { BalanceChange, SimulatedTransaction } from "../../../src/simulate/simulation.js";
import { judgeEffects, type Consequences } from "../../../src/simulate/verdicts/effects.js";
import { account, scheme, sampleInspection } from "../../inspect/sample-inspection.js";
import { noReward } from "../../inspect/sample-reward.js";

const before = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const HASH = `0x${"12".repeat(32)}`;
const SOMEBODY = account(77);
const ONE = String(10n ** 18n);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;

function judge(requests: ProposalRequest, changes: Partial<Consequences> = {}) {
  const nothing = { before, after: before, obstacle: undefined, redeemed: [], stages: [] };
  return judgeEffects(requests, { ...nothing, ...changes });
}

/** Returns each deed as one line. */
function effects(
  requests: ProposalRequest,
  changes: Partial<Consequences> = {},
): readonly string[] {
  return judge(requests, changes).effects.map(
    ({ request: asked, happened, instead }) =>
      `${happened}: ${asked}${instead === undefined ? "" : ` (${instead})`}`,
  );
}

function after(changes: Partial<Inspection>): Pick<Consequences, "after"> {
  return { after: { ...before, ...changes } };
}

describe("judgeDeeds on rewards", () => {
  const REWARD = noReward(SOMEBODY);
  const paid = (
    kind: BalanceChange["kind"],
    amount: string,
    token?: string,
  ): Pick<Consequences, "redeemed"> => ({
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
    const requests = { ...REWARD, ether: ONE, periods: "3" };
    expect(effects(requests, paid("ether", String(3n * 10n ** 18n)))).to.deep.equal([
      `yes: pay 3.0 ether to ${SOMEBODY}`,
    ]);
    expect(effects(requests, paid("ether", ONE))).to.deep.equal([
      `no: pay 3.0 ether to ${SOMEBODY} (it got 1.0 ether)`,
    ]);
  });

  it("says that nothing was paid, whatever others got", () => {
    expect(
      effects({ ...REWARD, ether: ONE }, paid("token", ONE, before.token.contract.address)),
    ).to.deep.equal([`no: pay 1.0 ether to ${SOMEBODY} (it got 0.0 ether)`]);
  });

  it("shows the DAO's tokens with the decimals that they have", () => {
    const six = { ...before, token: { ...before.token, decimals: 6 } };
    const requests = { ...REWARD, nativeTokens: "2500000" };
    const own = before.token.contract.address;
    expect(effects(requests, { before: six, ...paid("token", "2500000", own) })).to.deep.equal([
      `yes: pay 2.5 tokens of the DAO to ${SOMEBODY}`,
    ]);
    expect(effects(requests, { before: six, ...paid("token", "1000000", own) })).to.deep.equal([
      `no: pay 2.5 tokens of the DAO to ${SOMEBODY} (it got 1.0 tokens of the DAO)`,
    ]);
  });

  it("says that reputation is taken, instead of that a negative amount is paid", () => {
    const requests = { ...REWARD, reputation: `-${ONE}` };
    const reputation = before.reputation.contract.address;
    expect(effects(requests, paid("reputation", `-${ONE}`, reputation))).to.deep.equal([
      `yes: take 1.0 reputation from ${SOMEBODY}`,
    ]);
    expect(effects(requests, paid("reputation", "-5", reputation))).to.deep.equal([
      `no: take 1.0 reputation from ${SOMEBODY} (it lost 0.000000000000000005 reputation)`,
    ]);
  });

  it("shows external tokens in wei", () => {
    const token = account(9);
    const requests = { ...REWARD, externalTokens: "7", externalToken: token };
    expect(effects(requests, paid("token", "7", token))).to.deep.equal([
      `yes: pay 7 wei of the token ${token} to ${SOMEBODY}`,
    ]);
    expect(effects(requests, paid("token", "6", token))).to.deep.equal([
      `no: pay 7 wei of the token ${token} to ${SOMEBODY} (it got 6 wei of the token ${token})`,
    ]);
  });

  it("never takes ether for tokens of the zero address", () => {
    const [said] = effects({ ...REWARD, externalTokens: "7" }, paid("ether", "7"));
    expect(said).to.equal(
      `no: pay 7 wei of the token ${ZeroAddress} to ${SOMEBODY} (it got 0 wei of the token ${ZeroAddress})`,
    );
  });

  it("says why redeeming fails", () => {
    const stage = { stage: "redeem", part: "ether", outcome: "refused" } as SimulatedTransaction;
    const requests = { ...REWARD, ether: ONE };
    expect(effects(requests, { stages: [{ ...stage, reason: "too poor" }] })).to.deep.equal([
      `no: pay 1.0 ether to ${SOMEBODY} (redeeming it fails: too poor)`,
    ]);
    expect(effects(requests, { stages: [stage] })[0]).to.include("fails: no reason given)");
  });

  it("calls a balance that is not read unknown, instead of unpaid", () => {
    const found = { account: SOMEBODY, kind: "ether", before: "0", after: NOTHING } as const;
    const { verdict, effects: told } = judge({ ...REWARD, ether: ONE }, { redeemed: [found] });
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
      expect(effects(registers(asked), after({ schemes }))).to.deep.equal([
        `yes: register UpgradeScheme ${NEW.address} with ${asked}`,
      ]);
    }
  });

  it("says what a scheme has instead", () => {
    expect(effects(registers("0x00000010"))[0]).to.include("(it is not registered)");
    const schemes = [scheme(NEW, "0x00000001")];
    expect(effects(registers("0x00000010"), after({ schemes }))[0]).to.include(
      "(it has 0x00000001)",
    );
    const other = `0x${"34".repeat(32)}`;
    expect(effects(registers("0x00000000", other), after({ schemes }))[0]).to.include(
      `(its parameters are ${HASH})`,
    );
  });

  it("says that a scheme is still registered", () => {
    const [first] = before.schemes;
    const requests = { kind: "unregisterScheme", scheme: first!.contract } as const;
    expect(effects(requests)).to.deep.equal([
      `no: unregister ContributionReward ${first!.contract.address} (it is still registered)`,
    ]);
    expect(effects(requests, after({ schemes: [{ ...first!, registered: false }] }))[0]).to.match(
      /^yes/,
    );
  });

  it("checks that the upgrading scheme may upgrade", () => {
    const requests = { kind: "changeUpgradeScheme", scheme: NEW, paramsHash: HASH } as const;
    expect(effects(requests)[0]).to.equal(
      `no: make UpgradeScheme ${NEW.address} the upgrading scheme (it is not registered)`,
    );
    const has = (bytes: string) => after({ schemes: [scheme(NEW, bytes)] });
    expect(effects(requests, has("0x00000003"))[0]).to.include("(it has 0x00000003)");
    expect(effects(requests, has("0x0000000b"))[0]).to.match(/^yes/);
  });
});

describe("judgeDeeds on control", () => {
  for (const kind of ["addGlobalConstraint", "removeGlobalConstraint"] as const) {
    const word = kind.startsWith("add") ? "add" : "remove";

    it(`checks whether a proposal does ${word} a constraint`, () => {
      const constraint = { address: SOMEBODY, code: "unknown" } as const;
      const requests = { kind, constraint };
      const there = after({
        globalConstraints: [
          { contract: constraint, looks: "before", paramsHash: HASH, parameters: {} },
        ],
      });
      const absent = after({ globalConstraints: [], schemes: [] });
      const [good, bad] = word === "add" ? [there, absent] : [absent, there];
      const asked = `${word} unknown code ${SOMEBODY} as a global constraint`;
      expect(effects(requests, good)).to.deep.equal([`yes: ${asked}`]);
      // Even if there are no schemes that could be compared.
      expect(effects(requests, { before: { ...before, schemes: [] }, ...bad })).to.deep.equal([
        `no: ${asked} (${word === "add" ? "it is not there" : "it is still there"})`,
      ]);
      expect(effects(requests, after({ globalConstraints: NOTHING }))).to.deep.equal([
        `inconclusive: ${asked} (the node does not answer)`,
      ]);
    });
  }

  it("checks who controls the DAO after an upgrade", () => {
    const controller = { address: SOMEBODY, code: "account" } as const;
    const requests = { kind: "upgradeController", controller } as const;
    expect(effects(requests)).to.deep.equal([
      `no: make the account ${SOMEBODY} the DAO's controller (its controller is ${before.controller.address})`,
    ]);
    const handed = after({ controller: { ...before.controller, address: SOMEBODY } });
    expect(effects(requests, handed)[0]).to.match(/^yes/);
    expect(judge(requests, { after: NOTHING }).verdict).to.equal("inconclusive");
  });

  it("calls unknown requests inconclusive, unless the proposal does not pass", () => {
    const requests = { kind: "other", event: "NewThing", values: {} } as const;
    expect(effects(requests)).to.have.length(1);
    expect(judge(requests).verdict).to.equal("inconclusive");
    expect(effects(requests)[0]).to.include("NewThing");
    expect(effects(requests, { obstacle: "it was rejected" })[0]).to.include("(it was rejected)");
    const unread = { before, after: before, obstacle: undefined, redeemed: [], stages: [] };
    expect(judgeEffects(NOTHING, unread).effects[0]).to.deep.equal({
      request: "an unknown request",
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
        } as unknown as SimulatedTransaction,
      ],
    }) as const;

  it("says whether a call was made, and why not", () => {
    const asked = `call 0x12345678 of unknown code ${SOMEBODY}`;
    expect(effects(CALLS, made({}))).to.deep.equal([`yes: ${asked}`]);
    expect(effects(CALLS, made({ failed: "no" }))).to.deep.equal([`no: ${asked} (no)`]);
    expect(effects(CALLS, made({ value: "1" }))).to.deep.equal([
      `no: ${asked} (the call was not made)`,
    ]);
    expect(effects(CALLS, made({ from: SOMEBODY }))[0]).to.match(/^no/);
    // Old avatars pad the data with zeros, and nothing else may follow.
    expect(effects(CALLS, made({ data: "0x1234567800" }))[0]).to.match(/^yes/);
    expect(effects(CALLS, made({ data: "0x1234567801" }))[0]).to.match(/^no/);
  });
});
