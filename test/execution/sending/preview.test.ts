import { expect } from "chai";

import type { Planned, PlannedStep } from "../../../src/execution/steps/plan.js";
import { previewOf } from "../../../src/execution/sending/preview.js";

const ACCOUNT = "0x0000000000000000000000000000000000000001";
const OTHER = "0x0000000000000000000000000000000000000002";

function planned(step: string, gas: bigint, more: Partial<PlannedStep> = {}): PlannedStep {
  const gasUsed = gas / 2n;
  const fixed = { kind: "transaction", data: "0x", call: "0x", logs: [], wave: 0 } as const;
  return { ...fixed, step, from: ACCOUNT, value: 0n, gas, gasUsed, ...more };
}

const TERMS = {
  account: ACCOUNT,
  balance: 5n,
  gasPrice: 3n,
  fees: { type: 2, maxFeePerGas: 7n, maxPriorityFeePerGas: 1n },
  feeCap: 70n,
  transactionGasLimit: 10_000n,
  stepsDone: 4,
  rehearsed: true,
} as const;

describe("previewOf", () => {
  const plan: readonly Planned[] = [
    planned("a", 1_000n),
    { kind: "clock", step: "wait", seconds: 60, wave: 1 },
    planned("b", 100_000n, { contractAddress: OTHER }),
    planned("pay", 200n, { to: OTHER, value: 50_000n }),
    planned("c", 2_000n, { from: OTHER }),
  ];

  it("sums what the account pays now, and at most, from the gas that the steps ask for", () => {
    const preview = previewOf(plan, TERMS);
    expect(preview.cost).to.equal((500n + 50_000n + 100n) * 3n + 50_000n);
    // A twentieth more gas than needed, and no more than a transaction may ask for; not the other's.
    expect(preview.balanceNeeded).to.equal((1_050n + 10_000n + 210n) * 7n + 50_000n);
    expect(preview.maxCost).to.equal((1_050n + 10_000n + 210n) * 70n + 50_000n);
    expect(preview.feeCap).to.equal(70n);
    expect(preview.gasUsed).to.equal(500n + 50_000n + 100n + 1_000n);
    expect(preview).to.include({ account: ACCOUNT, balance: 5n, stepsDone: 4, rehearsed: true });
  });

  it("lists the transactions in order, with what each creates", () => {
    const { steps } = previewOf(plan, TERMS);
    expect(steps.map(({ step }) => step)).to.deep.equal(["a", "b", "pay", "c"]);
    expect(steps[1]).to.deep.equal({
      step: "b",
      from: ACCOUNT,
      gasUsed: 50_000n,
      cost: 150_000n,
      contractAddress: OTHER,
    });
    expect(steps[3]).to.not.have.property("contractAddress");
  });

  it("of a legacy chain counts with its one price", () => {
    const preview = previewOf(plan, { ...TERMS, fees: { type: 0, gasPrice: 3n } });
    expect(preview.balanceNeeded).to.equal((1_050n + 10_000n + 210n) * 3n + 50_000n);
  });

  it("of an empty plan is nothing", () => {
    const preview = previewOf([], TERMS);
    expect(preview).to.deep.include({ cost: 0n, balanceNeeded: 0n, gasUsed: 0n, steps: [] });
  });
});
