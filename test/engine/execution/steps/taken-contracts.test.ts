import { expect } from "chai";

import { SetUps } from "../../../../src/engine/execution/steps/taken-contracts.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import type { StepRequest } from "../../../../src/engine/execution/steps/step.js";
import { ACCOUNT, CONTRACT, COUNTER, VOTER } from "../deployers/scripted.js";

const ON_CHAIN = { transactionHash: "0xaa", blockNumber: 5, gasUsed: 1n, logs: [] };
const step = (more: Partial<StepRequest>): StepRequest => {
  return { step: "a step", from: ACCOUNT, data: "0x", artifact: COUNTER, ...more };
};

/** Returns the set-ups of a migration that has deployed CONTRACT. */
function deployed(): SetUps {
  const ledger = new StepLedger();
  const made = { ...ON_CHAIN, contractAddress: CONTRACT };
  ledger.add("deploy", "", made);
  const setUps = new SetUps(ledger);
  setUps.mined(step({ step: "deploy" }), made);
  return setUps;
}

describe("SetUps", () => {
  it("may repeat a deployment of this migration, in any spelling, and no other", () => {
    const setUps = deployed();
    expect(setUps.mayRepeat(CONTRACT.toUpperCase().replace("X", "x"))).to.equal(true);
    expect([VOTER, undefined].map((address) => setUps.mayRepeat(address))).to.deep.equal([
      false,
      false,
    ]);
  });

  for (const [what, more, mayRepeat] of [
    ["a call of it", { to: CONTRACT }, true],
    [
      "a proposal for it, which can be refused",
      { to: VOTER, data: CONTRACT, final: "proposals" },
      true,
    ],
    [
      "its registration",
      { to: VOTER, data: `0x${"0".repeat(24)}${CONTRACT.slice(2)}`, final: "schemes" },
      false,
    ],
    ["a final call of it", { to: CONTRACT, final: "ownership" }, false],
    ["a call of it whose events later steps read", { to: CONTRACT, wantsLogs: true }, false],
  ] as const) {
    it(`${mayRepeat ? "may" : "must not"} repeat a deployment after ${what}`, () => {
      const setUps = deployed();
      setUps.mined(step(more), ON_CHAIN);
      expect(setUps.mayRepeat(CONTRACT)).to.equal(mayRepeat);
    });
  }

  it("has to prove contracts of this migration that were called, each once", () => {
    const setUps = deployed();
    setUps.rehearsed(step({}), { ...ON_CHAIN, contractAddress: VOTER });
    expect(setUps.takeUnproven(), "only deployed").to.deep.equal([]);
    for (const to of [CONTRACT, CONTRACT, ACCOUNT]) setUps.rehearsed(step({ to }), ON_CHAIN);
    expect(setUps.takeUnproven()).to.deep.equal([[CONTRACT, COUNTER]]);
    expect(setUps.takeUnproven(), "proven").to.deep.equal([]);
  });
});
