import { expect } from "chai";
import { concat, getCreateAddress, id, toBeHex, zeroPadValue } from "ethers";

import { differenceOf } from "../../../../src/engine/execution/steps/agreed-plan.js";
import type { Planned, PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import { expectRecorded } from "../../../recorded.js";

const FROM = `0x${"12".repeat(20)}`;
const SHARED = `0x${"34".repeat(20)}`;
const STRANGER = `0x${"66".repeat(20)}`;
const word = (value: string) => zeroPadValue(value, 32);

function step(name: string, more: Partial<PlannedStep>): PlannedStep {
  const fixed = { kind: "transaction", call: "0x", gas: 1n, gasUsed: 1n, wave: 0 } as const;
  return { ...fixed, step: name, from: FROM, data: "0x", value: 0n, logs: [], ...more };
}

/**
 * Returns a plan that creates a contract, creates a DAO with a shared one, uses both, and sends ether.
 * @param nonce the initial nonce of the account and of the shared contract
 */
function plan(nonce: number, made: { readonly receiver?: string; readonly value?: bigint } = {}) {
  const contractAddress = getCreateAddress({ from: FROM, nonce });
  const avatar = getCreateAddress({ from: SHARED, nonce });
  const logs = [
    { address: avatar, topics: [id("Owned()")], data: "0x" },
    { address: SHARED, topics: [id("NewOrg(address)")], data: word(avatar) },
  ];
  const { receiver = STRANGER, value = 7n } = made;
  const registration = concat(["0x12345678", word(avatar), word(contractAddress), id(`${nonce}`)]);
  const planned: Planned[] = [
    step("create", { data: "0x6001", contractAddress }),
    step("forge", { to: SHARED, data: "0xabcdef01", logs, wantsLogs: true }),
    { kind: "clock", step: "wait", seconds: 60, wave: 1 },
    step("register", { to: contractAddress, data: registration }),
    step("pay", { to: receiver, value }),
  ];
  return planned;
}

describe("differenceOf", () => {
  const none = new StepLedger();
  const agreed = plan(1);
  const changing = (name: string, change: object) =>
    agreed.map((one) => (one.step === name ? { ...one, ...change } : one));

  it("finds nothing new in the same plan, a part of it, or an empty one", () => {
    expect(differenceOf(agreed, plan(1), none)).to.equal(undefined);
    expect(differenceOf(agreed, plan(1).slice(3), none)).to.equal(undefined);
    expect(differenceOf(agreed, [], none)).to.equal(undefined);
  });

  it("lets contracts have other addresses, including those already on the chain", () => {
    expect(differenceOf(agreed, plan(9), none)).to.equal(undefined);
    const [create, forge, ...rest] = plan(9);
    const ledger = new StepLedger();
    for (const done of [create, forge] as PlannedStep[]) {
      const { logs, contractAddress } = done;
      const mined = { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs };
      ledger.add(done.step, "0x", { ...mined, ...(contractAddress && { contractAddress }) });
    }
    expect(differenceOf(agreed, rest, ledger)).to.equal(undefined);
    expect(differenceOf(agreed, rest, none)).to.equal("step register would not do what was shown");
  });

  for (const [name, changed] of Object.entries({
    "another receiver of money": plan(9, { receiver: `0x${"77".repeat(20)}` }),
    "another amount": plan(9, { value: 8n }),
    "another sender": changing("create", { from: STRANGER }),
    "a call where a contract was created": changing("create", { to: STRANGER }),
    "other code": changing("create", { data: "0x6002" }),
    "an account in place of a new contract": changing("register", {
      data: concat(["0x12345678", word(STRANGER), word(STRANGER), id("1")]),
    }),
    "a step that was not shown": [...agreed, step("more", {})],
    "another wait": changing("wait", { seconds: 61 }),
    "a wait in place of a transaction": [{ kind: "clock", step: "pay", seconds: 60, wave: 1 }],
    "a transaction in place of a wait": [step("wait", {})],
  } satisfies Record<string, readonly Planned[]>)) {
    it(`finds ${name}`, () => {
      expectRecorded(differenceOf(agreed, changed, none));
    });
  }

  it("lets hashes differ, but not small numbers", () => {
    const call = (value: string) => [step("a", { to: SHARED, data: concat(["0x00", value]) })];
    const hashes = call(id("a"));
    expect(differenceOf(hashes, call(id("b")), none)).to.equal(undefined);
    const numbers = call(toBeHex(1n, 32));
    expect(differenceOf(numbers, call(toBeHex(2n, 32)), none)).to.not.equal(undefined);
  });

  it("takes no new addresses from the events of steps that do not tell what they created", () => {
    const called = (avatar: string): Planned[] => [
      step("call", { to: SHARED, logs: [{ address: avatar, topics: [], data: "0x" }] }),
      step("pay", { to: avatar, value: 7n }),
    ];
    const [before, now] = [1, 9].map((nonce) => getCreateAddress({ from: SHARED, nonce }));
    expect(differenceOf(called(before!), called(now!), none)).to.equal(
      "step pay would not do what was shown",
    );
  });

  it("takes no new addresses from a step that emitted fewer or more events", () => {
    const [create, forge, wait, ...rest] = plan(9) as PlannedStep[];
    const logs = forge!.logs;
    for (const other of [logs.slice(1), logs.slice(0, 1), [...logs, ...logs]]) {
      const changed = [create!, { ...forge!, logs: other }, wait!, ...rest];
      expect(differenceOf(agreed, changed, none), String(other.length)).to.equal(
        "step register would not do what was shown",
      );
    }
  });

  it("keeps the address of a contract whose receipt does not say it", () => {
    const [, ...rest] = plan(1);
    const ledger = new StepLedger();
    ledger.add("create", "0x", { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] });
    expect(differenceOf(agreed, rest, ledger)).to.equal(undefined);
  });
});
