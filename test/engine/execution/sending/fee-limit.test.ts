import { expect } from "chai";

import { FeeCapError } from "../../../../src/foundation/support/errors.js";
import type { HigherFee } from "../../../../src/engine/execution/sending/fee-limit.js";
import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import { rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps } from "./fake-node.js";
import { refusedOn, sendOn } from "./send-on.js";

const GWEI = 10n ** 9n;
const SHOWN = { gasPrice: undefined, cap: 6n * GWEI, raiseAfter: 120_000 };

/** Returns a function that returns the highest price that a node was sent, in wei per gas. */
function watchPrices(node: FakeNode): () => bigint {
  let highest = 0n;
  node.beforeBlocks(() => {
    for (const { maxFeePerGas, gasPrice } of node.pool) {
      const price = maxFeePerGas ?? gasPrice ?? 0n;
      if (price > highest) highest = price;
    }
  });
  return () => highest;
}

describe("a node that asks for 1,500 gwei after it showed 2", () => {
  it("gets nothing signed if nobody can be asked", async () => {
    const node = new FakeNode();
    node.baseFee = 1_500n * GWEI;
    const { error, signed } = await refusedOn(node, 3, { fees: SHOWN });
    expect(error).to.be.instanceOf(FeeCapError);
    expect(error).to.include({ cap: 6n * GWEI, price: 1_501n * GWEI });
    expect(error).to.not.have.property("step");
    expect(error.message).to.equal(
      "The chain asks for 1501 gwei, above the fee cap of 6 gwei. No new transactions were sent. Wait for " +
        "lower fees, or pass --max-gas-price with the most gwei you want to pay, " +
        "and run the same command again to resume.",
    );
    expect(signed).to.deep.equal([]);
  });

  it("is not believed if it asks for that as a tip", async () => {
    const node = new FakeNode();
    const highest = watchPrices(node);
    node.tip = 1_500n * GWEI;
    await sendOn(node, 3, { fees: SHOWN });
    expect(highest()).to.equal(3n * GWEI);
  });

  it("gets nothing more signed while steps are sent, and what was signed is mined unchanged", async () => {
    const node = new FakeNode();
    const highest = watchPrices(node);
    const { context, signed } = contextOn(node, { fees: SHOWN });
    const error = await rejection(
      new StepSender(context).send(plannedSteps(20), () => (node.baseFee = 1_500n * GWEI)),
    );
    expect(error).to.be.instanceOf(FeeCapError);
    expect(signed.length).to.equal(16);
    expect(highest()).to.equal(3n * GWEI);
  });

  it("gets no replacement transaction above the shown price", async () => {
    const node = new FakeNode();
    node.mines = false;
    const highest = watchPrices(node);
    const { context } = contextOn(node, { fees: SHOWN });
    const sending = new StepSender(context).send(plannedSteps(1), () => {});
    node.answer = ((answer) => (method: string, params: readonly unknown[]) => {
      if (method === "eth_sendRawTransaction") node.baseFee = 1_500n * GWEI;
      return answer(method, params);
    })(node.answer.bind(node));
    const error = await rejection(sending);
    expect(error).to.include({ name: "FeeCapError", step: "step/0", cap: 6n * GWEI });
    expect(error.message).to.match(
      /^Step step\/0 is pending at \S+ gwei, under the fee cap of 6 gwei; the chain asks for 1501 gwei\. Sending stopped\. Wait for lower fees, or pass --max-gas-price .* and run the same command again to resume\.$/,
    );
    expect(highest() <= 6n * GWEI).to.equal(true);
  });

  it("is paid after a yes, up to the price in the question", async () => {
    const node = new FakeNode();
    const asked: HigherFee[] = [];
    const confirmHigherFee = async (higher: HigherFee) => asked.push(higher) === 1;
    node.baseFee = 10n * GWEI;
    const { context, signed } = await sendOn(node, 2, { fees: SHOWN, confirmHigherFee });
    expect(asked).to.deep.equal([{ cap: 6n * GWEI, price: 11n * GWEI, wanted: 42n * GWEI }]);
    expect(context.fees.cap).to.equal(42n * GWEI);
    node.baseFee = 1_500n * GWEI;
    const error = await rejection(new StepSender(context).send(plannedSteps(3).slice(2), () => {}));
    expect(error).to.include({ name: "FeeCapError", cap: 42n * GWEI });
    expect(signed).to.deep.equal([0, 1]);
  });

  it("is paid for a pending step after a yes", async () => {
    const node = new FakeNode();
    node.mines = false;
    const confirmHigherFee = async () => (node.mines = true);
    const { mined, context } = await sendOn(node, 1, { fees: SHOWN, confirmHigherFee });
    expect([...mined.keys()]).to.deep.equal(["step/0"]);
    expect(context.fees.cap > 6n * GWEI).to.equal(true);
  });
});

describe("a gas price that the user gives", () => {
  const five = { gasPrice: 5n * GWEI, cap: 5n * GWEI, raiseAfter: 120_000 };

  it("is not raised, however long a step is pending", async () => {
    const node = new FakeNode();
    node.mines = false;
    const highest = watchPrices(node);
    const { error, events } = await refusedOn(node, 1, { fees: five });
    expect(error).to.include({ name: "FeeCapError", paid: 5n * GWEI, cap: 5n * GWEI });
    expect(highest()).to.equal(5n * GWEI);
    expect(events.filter(({ type }) => type === "feeRaised")).to.deep.equal([]);
  });

  it("sends nothing if it is below the base fee", async () => {
    const node = new FakeNode();
    node.baseFee = 10n * GWEI;
    const { error, signed } = await refusedOn(node, 1, { fees: five });
    expect(error.message).to.match(
      /^The chain's base fee is 10 gwei, so nothing would be mined for the --gas-price of 5 gwei\. No new/,
    );
    expect(signed).to.deep.equal([]);
  });

  it("is exceeded only as far as the base fee requires, and up to the maximum", async () => {
    const node = new FakeNode();
    const highest = watchPrices(node);
    node.baseFee = 10n * GWEI;
    await sendOn(node, 1, { fees: { ...five, cap: 20n * GWEI } });
    expect(highest()).to.equal((125n * GWEI) / 10n);
  });
});
