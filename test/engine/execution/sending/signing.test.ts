import { expect } from "chai";
import { Transaction } from "ethers";

import type { Fees } from "../../../../src/foundation/chain/fees.js";
import { signerFor } from "../../../../src/engine/execution/sending/context.js";
import {
  feesOf,
  gasLimitOfStep,
  signStep,
} from "../../../../src/engine/execution/sending/signing.js";
import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";

const LEGACY: Fees = { type: 0, gasPrice: 7n };
const DYNAMIC: Fees = { type: 2, maxFeePerGas: 9n, maxPriorityFeePerGas: 2n };

/** Returns a step with this gas, for the step itself and for its data. */
function stepWith(gas: bigint, dataGas?: bigint): PlannedStep {
  const [step] = plannedSteps(1);
  if (step === undefined) throw new Error("No step.");
  const dataFee =
    dataGas === undefined ? {} : { dataFee: { isKnown: true, gas: dataGas, wei: 5n } };
  return { ...step, gas, ...dataFee };
}

async function sign(step: PlannedStep, fees: Fees) {
  const terms = { chainId: 1337, nonce: 4, fees, transactionGasLimit: 1_000n };
  return await signStep(signerFor(contextOn(new FakeNode()).context, wallet.address), step, terms);
}

describe("the gas limit of a step", () => {
  it("is a twentieth more than the step needs, up to what the chain allows, plus gas for data", () => {
    expect(gasLimitOfStep(stepWith(100n), 1_000n)).to.equal(105n);
    expect(gasLimitOfStep(stepWith(119n), 1_000n)).to.equal(124n);
    expect(gasLimitOfStep(stepWith(953n), 1_000n)).to.equal(1_000n);
    expect(gasLimitOfStep(stepWith(5_000n), 1_000n)).to.equal(1_000n);
    expect(gasLimitOfStep(stepWith(5_000n, 400n), 1_000n)).to.equal(1_500n);
  });
});

describe("a signed step", () => {
  it("is the planned call with its nonce, gas, fees and chain", async () => {
    const step = { ...stepWith(100n), value: 3n };
    const signed = await sign(step, DYNAMIC);
    expect(signed).to.include({ step: "step/0", from: wallet.address, nonce: 4, call: step.call });
    const transaction = Transaction.from(signed.raw);
    expect(signed.hash).to.equal(transaction.hash);
    expect(transaction.toJSON()).to.include({
      ...{ chainId: "1337", nonce: 4, gasLimit: "105", value: "3" },
      ...{ to: step.to, data: step.data, type: 2, maxFeePerGas: "9", maxPriorityFeePerGas: "2" },
    });
  });

  it("creates a contract if it has no receiver", async () => {
    const { to: _receiver, ...creation } = stepWith(100n);
    const { raw } = await sign(creation, LEGACY);
    expect(Transaction.from(raw).to).to.equal(null);
  });

  it("pays the fees in its bytes, of either kind", async () => {
    for (const fees of [LEGACY, DYNAMIC]) {
      expect(feesOf(await sign(stepWith(100n), fees))).to.deep.equal(fees);
    }
    const free = { type: 2, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } as const;
    expect(feesOf(await sign(stepWith(100n), free))).to.deep.equal(free);
    expect(feesOf(await sign(stepWith(100n), { type: 0, gasPrice: 0n }))).to.deep.equal({
      type: 0,
      gasPrice: 0n,
    });
  });
});
