import { parseEther } from "ethers";

import { describePermissions } from "../../../../src/foundation/arc/permissions.js";
import type {
  Inspection,
  ProposalRequest,
  Inspected,
} from "../../../../src/engine/inspect/description.js";
import type {
  BalanceChange,
  SimulatedTransaction,
} from "../../../../src/operations/simulate/simulation.js";
import type { Consequences } from "../../../../src/operations/simulate/verdicts/consequences.js";
import { judgeEffects } from "../../../../src/operations/simulate/verdicts/effects.js";
import { expectGoldenCases } from "../../../golden.js";
import { account, scheme } from "../../../engine/inspect/sample-inspection.js";
import { noReward } from "../../../engine/inspect/sample-reward.js";
import { NO_CONSEQUENCES, NOT_READ } from "./golden-warnings.js";

const { before } = NO_CONSEQUENCES;
const HASH = `0x${"12".repeat(32)}`;
const SOMEBODY = account(77);
const ONE = String(parseEther("1"));
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;

/** The verdict, and each effect as one line. */
function judge(requests: Inspected<ProposalRequest>, changes: Partial<Consequences> = {}): string {
  const { verdict, effects } = judgeEffects(requests, { ...NO_CONSEQUENCES, ...changes });
  const lines = effects.map(
    ({ request, happened, instead, note }) =>
      `${happened}: ${request}${[instead ?? note].map((each) => each && ` (${each})`).join("")}`,
  );
  return [`verdict: ${verdict}`, ...lines].join("\n");
}

function after(changes: Partial<Inspection>): Pick<Consequences, "after"> {
  return { after: { ...before, ...changes } };
}

function expectEffects(name: string, cases: Readonly<Record<string, string>>): void {
  expectGoldenCases(import.meta.dirname, name, cases);
}

describe("judgeEffects", () => {
  it("compares what a reward pays with what the beneficiary got, in the currency's unit", () => {
    const reward = (changes: object) => ({ ...noReward(SOMEBODY), ...changes });
    const got = (amount: string, kind: BalanceChange["kind"] = "ether", token?: string) => {
      const change = { account: SOMEBODY, kind, token, before: "5" };
      return { redeemed: [{ ...change, after: String(5n + BigInt(amount)) }] };
    };
    const [own, other] = [before.token.contract.address, account(9)];
    const six = { before: { ...before, token: { ...before.token, decimals: 6 } } };
    const thrice = reward({ ether: ONE, periods: "3" });
    const native = reward({ nativeTokens: "2500000" });
    const taken = reward({ reputation: `-${ONE}` });
    const reputation = (amount: string) =>
      got(amount, "reputation", before.reputation.contract.address);
    const external = reward({ externalTokens: "7", externalToken: other });
    const shares = (wei: string) => reward({ externalTokens: wei, externalToken: other });
    const refused = { stage: "redeem", part: "ether", outcome: "refused" } as SimulatedTransaction;
    const unread = { account: SOMEBODY, kind: "ether", before: "0", after: NOT_READ } as const;
    expectEffects("effects-of-rewards.txt", {
      "all periods": judge(thrice, got(String(parseEther("3")))),
      "one of three periods": judge(thrice, got(ONE)),
      "another currency": judge(reward({ ether: ONE }), got(ONE, "token", own)),
      "tokens with 6 decimals": judge(native, { ...six, ...got("2500000", "token", own) }),
      "fewer tokens": judge(native, { ...six, ...got("1000000", "token", own) }),
      "reputation that is taken": judge(taken, reputation(`-${ONE}`)),
      "less reputation that is taken": judge(taken, reputation("-4")),
      "external tokens": judge(external, got("7", "token", other)),
      "fewer external tokens": judge(external, got("6", "token", other)),
      "tokens of the zero address, and ether": judge(reward({ externalTokens: "7" }), got("7")),
      "reputation that is taken as far as there is some": judge(
        reward({ reputation: "-9" }),
        reputation("-5"),
      ),
      "a token that rounds down by 2 wei": judge(shares("2000000"), got("1999998", "token", other)),
      "a token that rounds down by more": judge(shares("2000000"), got("1999997", "token", other)),
      "a token of which 2 wei are more": judge(shares("1999999"), got("1999998", "token", other)),
      "a refused part": judge(reward({ ether: ONE }), {
        stages: [{ ...refused, reason: "too poor" }],
      }),
      "a refused part, without a reason": judge(reward({ ether: ONE }), { stages: [refused] }),
      "a part that got less gas than the chain gives": judge(reward({ ether: ONE }), {
        ...{ ...got(ONE), stages: [{ ...refused, outcome: "not known", reason: "it got 5 gas" }] },
      }),
      "a balance that is not read": judge(reward({ ether: ONE }), { redeemed: [unread] }),
    });
  });

  it("compares schemes and all four bytes of their permissions", () => {
    const registers = (bytes: string, paramsHash = HASH): ProposalRequest => ({
      ...{ kind: "registerScheme", scheme: NEW, paramsHash },
      permissions: describePermissions(bytes),
    });
    const has = (bytes: string) => after({ schemes: [...before.schemes, scheme(NEW, bytes)] });
    const [first] = before.schemes;
    const unregisters = { kind: "unregisterScheme", scheme: first!.contract } as const;
    const gone = after({ schemes: [{ ...first!, registered: false }] });
    const upgrades = { kind: "changeUpgradeScheme", scheme: NEW, paramsHash: HASH } as const;
    expectEffects("effects-on-schemes.txt", {
      registered: judge(registers("0x00000010"), has("0x00000011")),
      "registered with the highest bit": judge(registers("0x8000001e"), has("0x8000001f")),
      "not registered": judge(registers("0x00000010")),
      "registered with fewer permissions": judge(registers("0x00000010"), has("0x00000001")),
      "registered with other parameters": judge(
        registers("0x00000000", `0x${"34".repeat(32)}`),
        has("0x00000001"),
      ),
      unregistered: judge(unregisters, gone),
      "not unregistered": judge(unregisters),
      "upgrading scheme": judge(upgrades, has("0x0000000b")),
      "upgrading scheme that may not upgrade": judge(upgrades, has("0x00000003")),
      "upgrading scheme that is not registered": judge(upgrades),
    });
  });

  it("compares constraints and the controller", () => {
    const constraint = { address: SOMEBODY, code: "unknown" } as const;
    const adds = { kind: "addGlobalConstraint", constraint } as const;
    const removes = { kind: "removeGlobalConstraint", constraint } as const;
    const found = { contract: constraint, looks: "before", paramsHash: HASH, parameters: {} };
    const there = after({ globalConstraints: [found as never] });
    // Even if there are no schemes that could be compared.
    const absent = after({ globalConstraints: [], schemes: [] });
    const unread = after({ globalConstraints: NOT_READ });
    const controller = { address: SOMEBODY, code: "account" } as const;
    const upgrades = { kind: "upgradeController", controller } as const;
    expectEffects("effects-on-control.txt", {
      "constraint added": judge(adds, there),
      "constraint not added": judge(adds, absent),
      "constraint to add not read": judge(adds, unread),
      "constraint removed": judge(removes, absent),
      "constraint not removed": judge(removes, there),
      "constraint to remove not read": judge(removes, unread),
      upgraded: judge(upgrades, after({ controller: { ...before.controller, address: SOMEBODY } })),
      "not upgraded": judge(upgrades),
      "upgraded, but not read": judge(upgrades, { after: NOT_READ }),
      "upgraded, of which only the owner is read": judge(upgrades, {
        after: NOT_READ,
        owner: SOMEBODY,
      }),
    });
  });

  it("finds the calls that the avatar made, and knows nothing of unknown requests", () => {
    const to = { address: SOMEBODY, code: "unknown" } as const;
    const call = { to, value: "0", data: "0x12345678" };
    const calls = { kind: "calls", calls: [call] } as const;
    const made = (changes: object) => {
      const traced = { type: "CALL", from: before.avatar.address, ...call, gas: "0", calls: [] };
      const stage = { outcome: "done", calls: { ...traced, ...changes } };
      return judge(calls, { stages: [stage as unknown as SimulatedTransaction] });
    };
    const other = { kind: "other", event: "NewThing", values: {} } as const;
    expectEffects("effects-of-calls.txt", {
      made: made({}),
      "inside another call": made({
        data: "0x",
        calls: [{ ...call, from: before.avatar.address, calls: [] }],
      }),
      "inside a call that fails": made({
        data: "0x",
        failed: "no",
        calls: [{ ...call, from: before.avatar.address, calls: [] }],
      }),
      "it fails": made({ failed: "no" }),
      "with another value": made({ value: "1" }),
      "from another account": made({ from: SOMEBODY }),
      "padded with zeros, as old avatars do": made({ data: "0x1234567800" }),
      "with more data": made({ data: "0x1234567801" }),
      "unknown request": judge(other),
      "unknown request that is rejected": judge(other, { obstacle: "it was rejected" }),
      "request that is not read": judge(NOT_READ),
    });
  });
});
