import { expect } from "chai";

import { feePolicy, type FeeOptions } from "../../../../src/engine/execution/sending/fee-limit.js";
import { UsageError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { FakeNode, plannedSteps } from "./fake-node.js";
import { itTells, Story } from "./story.js";

const GWEI = 10n ** 9n;
const SHOWN = { gasPrice: undefined, cap: 6n * GWEI, raiseAfter: 120_000 };

const it = itTells(() => new Story());

describe("the fees of a run", () => {
  const policyOf = async (options: FeeOptions, node = new FakeNode()) =>
    await feePolicy(node.provider, options);

  it("are capped at twice the first offer, at the given price, or at the given maximum", async () => {
    const capOf = async (options: FeeOptions) => (await policyOf(options)).cap / GWEI;
    expect(await capOf({})).to.equal(6n);
    expect(await capOf({ gasPrice: 5n * GWEI })).to.equal(5n);
    expect(await capOf({ maxGasPrice: 4n * GWEI })).to.equal(4n);
    expect(await capOf({ gasPrice: 2n * GWEI, maxGasPrice: 4n * GWEI })).to.equal(4n);
  });

  it("are refused at once if they are 0 and the chain has a base fee", async () => {
    for (const options of [{ gasPrice: 0n }, { maxGasPrice: 0n }]) {
      const error = await rejection(policyOf(options));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(
        /^The gas price is 0, .* requires at least [12] gwei.* Nothing was sent\.$/,
      );
    }
    const free = new FakeNode();
    free.baseFee = 0n;
    expect(await policyOf({ gasPrice: 0n }, free)).to.include({ gasPrice: 0n, cap: 0n });
  });

  it("are refused if the maximum is below the price", async () => {
    const options = { gasPrice: 5n * GWEI, maxGasPrice: 4n * GWEI };
    expect(await rejection(policyOf(options))).to.be.instanceOf(UsageError);
  });
});

describe("a node that asks for 1,500 gwei after it showed 2", () => {
  it("gets nothing signed if nobody can be asked", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.baseFee = 1_500n * GWEI;
    await story.send(3);
  });

  it("is not believed if it asks for that as a tip", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.tip = 1_500n * GWEI;
    await story.send(3);
  });

  it("gets nothing more signed while steps are sent, and what was signed is mined unchanged", async () => {
    const story = new Story({ fees: SHOWN });
    await story.send(20, () => (story.node.baseFee = 1_500n * GWEI));
  });

  it("gets no replacement transaction above the shown price", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.mines = false;
    story.node.instead((method, _params, usual) => {
      if (method === "eth_sendRawTransaction") story.node.baseFee = 1_500n * GWEI;
      return usual();
    });
    await story.send(1);
  });

  it("is paid after a yes, up to the price in the question", async () => {
    let questions = 0;
    const confirmHigherFee = async () => await Promise.resolve(++questions === 1);
    const story = new Story({ fees: SHOWN, confirmHigherFee });
    story.node.baseFee = 10n * GWEI;
    await story.send(2);
    story.node.baseFee = 1_500n * GWEI;
    await story.send(plannedSteps(3).slice(2));
  });

  it("is paid for a pending step after a yes", async () => {
    const confirmHigherFee = async () => await Promise.resolve((story.node.mines = true));
    const story: Story = new Story({ fees: SHOWN, confirmHigherFee });
    story.node.mines = false;
    await story.send(1);
  });
});

describe("a gas price that the user gives", () => {
  const five = { gasPrice: 5n * GWEI, cap: 5n * GWEI, raiseAfter: 120_000 };

  it("is not raised, however long a step is pending", async () => {
    const story = new Story({ fees: five });
    story.node.mines = false;
    await story.send(1);
  });

  it("sends nothing if it is below the base fee", async () => {
    const story = new Story({ fees: five });
    story.node.baseFee = 10n * GWEI;
    await story.send(1);
  });

  it("is exceeded only as far as the base fee requires, and up to the maximum", async () => {
    const story = new Story({ fees: { ...five, cap: 20n * GWEI } });
    story.node.baseFee = 10n * GWEI;
    await story.send(1);
  });
});
