import { expect } from "chai";

import type { DebtDescription, Inspection } from "../../../src/inspect/description.js";
import type { SimulatedTransaction, SimulationWarning } from "../../../src/simulate/simulation.js";
import type { Consequences } from "../../../src/simulate/verdicts/effects.js";
import { treasuryWarnings } from "../../../src/simulate/verdicts/treasury-warnings.js";
import { account, sampleInspection } from "../../inspect/sample-inspection.js";

const TOKEN = account(9);
const sample = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const gold = (amount: string) => ({
  ...{ address: TOKEN, name: "Gold", symbol: "GLD", decimals: 6 },
  amount,
});
const BEFORE: Inspection = {
  ...sample,
  treasury: { ether: String(10n * 10n ** 18n), tokens: [gold("1000")] },
};

function warnings(
  after: Partial<Inspection>,
  changes: Partial<Consequences> = {},
): readonly SimulationWarning[] {
  const rest = { before: BEFORE, obstacle: undefined, redeemed: [], stages: [] };
  return treasuryWarnings({ ...rest, after: { ...BEFORE, ...after }, ...changes });
}

function holds(ether: bigint, gld: string): Partial<Inspection> {
  const tokens = gld === "0" ? [] : [gold(gld)];
  return { treasury: { ether: String(ether), tokens } };
}

function owes(changes: Partial<DebtDescription>): Partial<Inspection> {
  const amount = String(4n * 10n ** 18n);
  const debt = { of: "ether", amount, due: amount, proposals: [], ...changes } as const;
  return { owes: { debts: [debt], unknown: [] } };
}

describe("treasuryWarnings on rewards", () => {
  const refused = (part?: string, reason?: string): SimulatedTransaction =>
    ({ stage: "redeem", part, reason, outcome: "refused" }) as unknown as SimulatedTransaction;

  it("warns of each part that cannot be redeemed", () => {
    const stages = [refused("nativeTokens", "cap exceeded"), refused()];
    expect(warnings({}, { stages }).map(({ id, what }) => [id, what])).to.deep.equal([
      ["reward-not-paid", "Redeeming the tokens of the DAO fails: cap exceeded."],
      ["reward-not-paid", "Redeeming the reward fails: no reason given."],
    ]);
  });

  it("warns of it even if the DAO's state afterwards is not read", () => {
    const stages = [refused("ether", "too poor")];
    const found = warnings({}, { stages, after: NOTHING });
    expect(found.map(({ what }) => what)).to.deep.equal(["Redeeming the ether fails: too poor."]);
  });
});

describe("treasuryWarnings on losses", () => {
  it("says nothing if less than half leaves", () => {
    expect(warnings(holds(6n * 10n ** 18n, "501"))).to.deep.equal([]);
    expect(warnings(holds(11n * 10n ** 18n, "1001"))).to.deep.equal([]);
  });

  it("warns if half of a currency leaves, each in its unit", () => {
    const found = warnings(holds(5n * 10n ** 18n, "500"));
    expect(found.map(({ id, what }) => [id, what])).to.deep.equal([
      ["treasury-halved", "The treasury loses 5.0 of its 10.0 ether."],
      [
        "treasury-halved",
        `The treasury loses 500 wei of its 1000 wei of the token ${TOKEN} (GLD).`,
      ],
    ]);
    expect(found[0]!.why).to.equal("That is half or more of what the DAO has.");
  });

  it("warns if nothing is left", () => {
    const found = warnings(holds(0n, "0"));
    expect(found.map(({ id }) => id)).to.deep.equal(["treasury-emptied", "treasury-emptied"]);
    expect(found[0]!.why).to.equal("Nothing is left of it for earlier promises.");
  });

  it("names a token by its address if its symbol is not read", () => {
    const before = {
      ...BEFORE,
      treasury: { ether: "0", tokens: [{ ...gold("2"), symbol: NOTHING }] },
    };
    expect(warnings(holds(0n, "0"), { before })[0]!.what).to.equal(
      `The treasury loses 2 wei of its 2 wei of the token ${TOKEN}.`,
    );
  });

  it("calls what leaves unknown if the treasury is not read, before or after", () => {
    const expected = "The treasury could not be read: the node does not answer.";
    for (const found of [
      warnings({ treasury: NOTHING }),
      warnings({}, { before: { ...BEFORE, treasury: NOTHING } }),
    ]) {
      expect(found).to.have.length(1);
      expect(found[0]).to.deep.include({ id: "treasury", status: "inconclusive", what: expected });
    }
  });
});

describe("treasuryWarnings on debts", () => {
  const [MISSING, LESS] = [String(3n * 10n ** 18n), String(2n * 10n ** 18n)];

  it("warns if the DAO owes more than it has", () => {
    const [only, ...others] = warnings(owes({ missing: MISSING }));
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "owes-more-than-it-has",
      status: "warning",
      what: "Afterwards the DAO owes 4.0 ether for promised rewards and stakers' bounties, 3.0 more than it has.",
    });
  });

  it("says nothing if it can pay, or if the shortfall does not grow", () => {
    expect(warnings(owes({}))).to.deep.equal([]);
    const before = { ...BEFORE, ...owes({ missing: MISSING }) };
    expect(warnings(owes({ missing: MISSING }), { before })).to.deep.equal([]);
    expect(warnings(owes({ missing: LESS }), { before })).to.deep.equal([]);
    const less = { ...BEFORE, ...owes({ missing: LESS }) };
    expect(warnings(owes({ missing: MISSING }), { before: less })).to.have.length(1);
  });

  it("shows tokens in their decimals, or in wei if those are not read", () => {
    const token = { address: TOKEN, name: "Gold", symbol: "GLD", decimals: 6 };
    const debt = { of: "token", amount: "2500000", missing: "1000000" } as const;
    expect(warnings(owes({ ...debt, token }))[0]!.what).to.equal(
      `Afterwards the DAO owes 2.5 GLD (token ${TOKEN}) for promised rewards and stakers' bounties, 1.0 more than it has.`,
    );
    expect(warnings(owes({ ...debt, token: { ...token, decimals: NOTHING } }))[0]!.what).to.include(
      `owes 2500000 wei of the token ${TOKEN} for`,
    );
    expect(warnings(owes({ ...debt, token: { ...token, symbol: NOTHING } }))[0]!.what).to.include(
      `owes 2.5 (token ${TOKEN}) for`,
    );
  });

  it("calls the debts unknown if they are not read", () => {
    const [only, ...others] = warnings({ owes: NOTHING });
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "debts",
      status: "inconclusive",
      what: "What the DAO owes afterwards could not be read: the node does not answer.",
    });
    const unread = { ...BEFORE, owes: NOTHING };
    expect(warnings(owes({ missing: MISSING }), { before: unread })).to.have.length(1);
  });
});
