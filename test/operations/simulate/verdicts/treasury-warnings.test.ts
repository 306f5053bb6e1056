import { parseEther } from "ethers";

import type { DebtDescription, Inspection } from "../../../../src/engine/inspect/description.js";
import type {
  BalanceChange,
  SimulatedTransaction,
} from "../../../../src/operations/simulate/simulation.js";
import { NOTHING_GIVEN } from "../../../../src/operations/simulate/tracing/given-away.js";
import type { Consequences } from "../../../../src/operations/simulate/verdicts/consequences.js";
import { treasuryWarnings } from "../../../../src/operations/simulate/verdicts/treasury-warnings.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES, NOT_READ } from "./golden-warnings.js";

const TOKEN = { address: account(9), name: "Gold", symbol: "GLD", decimals: 6 };
const BEFORE: Inspection = { ...NO_CONSEQUENCES.before, ...holds("10", "1000") };

function warnings(after: Partial<Inspection>, changes: Partial<Consequences> = {}) {
  const rest = { ...NO_CONSEQUENCES, before: BEFORE };
  return treasuryWarnings({ ...rest, after: { ...BEFORE, ...after }, ...changes });
}

function holds(ether: string, gold: string): Pick<Inspection, "treasury"> {
  const tokens = gold === "0" ? [] : [{ ...TOKEN, amount: gold }];
  return { treasury: { ether: String(parseEther(ether)), tokens } };
}

function owes(changes: Partial<DebtDescription>): Partial<Inspection> {
  const amount = String(parseEther("4"));
  const debt = { of: "ether", amount, due: amount, proposals: [], ...changes } as const;
  return { owes: { debts: [debt], unknown: [] } };
}

describe("treasuryWarnings", () => {
  it("warns of each part of a reward that cannot be redeemed, whatever else is read", () => {
    const refused = (part?: string, reason?: string) =>
      ({ stage: "redeem", part, reason, outcome: "refused" }) as unknown as SimulatedTransaction;
    const two = [refused("nativeTokens", "cap exceeded"), refused()];
    const one = [refused("ether", "too poor")];
    expectWarnings("unpaid-rewards.txt", {
      "two parts": warnings({}, { stages: two }),
      "the DAO is not read": warnings({}, { stages: one, after: NOT_READ }),
    });
  });

  it("warns if half of a currency leaves, each in its unit", () => {
    const nameless = { treasury: { ether: "0", tokens: [{ ...TOKEN, amount: "2" }] } };
    nameless.treasury.tokens[0]!.symbol = NOT_READ as never;
    expectWarnings("treasury-losses.txt", {
      "less than half": warnings(holds("6", "501")),
      "it rises": warnings(holds("11", "1001")),
      half: warnings(holds("5", "500")),
      everything: warnings(holds("0", "0")),
      "a token whose symbol is not read": warnings(holds("0", "0"), {
        before: { ...BEFORE, ...nameless },
      }),
      "a token that stops answering": warnings({
        treasury: {
          ...{ ether: String(parseEther("10")), tokens: [] },
          unanswered: [{ address: TOKEN.address, reason: "it refuses to say" }],
        },
      }),
      "not read afterwards": warnings({ treasury: NOT_READ }),
      "not read before": warnings({}, { before: { ...BEFORE, treasury: NOT_READ } }),
    });
  });

  it("warns if what it calls pays others, or what it has there falls", () => {
    const [callee, { avatar }] = [account(80), BEFORE];
    const call = { from: avatar.address, to: { address: callee, code: "arc" }, type: "CALL" };
    const stages = [
      { stage: "vote", outcome: "done", calls: { ...call, data: "0x12", calls: [] } },
    ];
    const change = (of: string, before: string, after: string, token?: string) =>
      ({
        account: of,
        kind: token === undefined ? "ether" : "token",
        token,
        before,
        after,
      }) as const;
    const all = (...balances: readonly BalanceChange[]) =>
      warnings({}, { stages: stages as unknown as readonly SimulatedTransaction[], balances });
    const entry = { contract: callee, before: 9n, after: 4n };
    const fallen = (other?: string, ...balances: readonly BalanceChange[]) =>
      warnings({}, { balances, given: { ...NOTHING_GIVEN, entries: [{ ...entry, other }] } });
    expectWarnings("elsewhere.txt", {
      "it pays others": all(change(callee, "9", "4")),
      "it pays others in tokens": all(change(callee, "9", "0", TOKEN.address)),
      "it pays less than half": all(change(callee, "9", "5")),
      "it pays the treasury": all(change(callee, "9", "4"), change(avatar.address, "0", "5")),
      "another one pays": all(change(account(81), "9", "4")),
      "an entry falls": fallen(),
      "an entry of two falls": fallen(account(81)),
      "an entry that is a balance falls": fallen(
        undefined,
        change(avatar.address, "9", "4", callee),
      ),
    });
  });

  it("warns if the DAO owes more than it has, and more than before", () => {
    const [missing, less] = [{ missing: String(parseEther("3")) }, { missing: "2" }];
    const before = (changes: Partial<Inspection>) => ({ before: { ...BEFORE, ...changes } });
    const debt = { of: "token", amount: "2500000", missing: "1000000" } as const;
    expectWarnings("treasury-debts.txt", {
      "it can pay": warnings(owes({})),
      "it cannot pay": warnings(owes(missing)),
      "no more than before": warnings(owes(missing), before(owes(missing))),
      "less than before": warnings(owes(less), before(owes(missing))),
      "more than before": warnings(owes(missing), before(owes(less))),
      tokens: warnings(owes({ ...debt, token: TOKEN })),
      "tokens without decimals": warnings(
        owes({ ...debt, token: { ...TOKEN, decimals: NOT_READ } }),
      ),
      "tokens without a symbol": warnings(owes({ ...debt, token: { ...TOKEN, symbol: NOT_READ } })),
      "not read afterwards": warnings({ owes: NOT_READ }),
      "not read before": warnings(owes(missing), before({ owes: NOT_READ })),
    });
  });
});
