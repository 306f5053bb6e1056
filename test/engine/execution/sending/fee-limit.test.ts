import { plannedSteps } from "./fake-node.js";
import { Story } from "./story.js";

const GWEI = 10n ** 9n;
const SHOWN = { gasPrice: undefined, cap: 6n * GWEI, raiseAfter: 120_000 };

describe("a node that asks for 1,500 gwei after it showed 2", () => {
  it("gets nothing signed if nobody can be asked", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.baseFee = 1_500n * GWEI;
    await story.send(3);
    story.expectRecorded();
  });

  it("is not believed if it asks for that as a tip", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.tip = 1_500n * GWEI;
    await story.send(3);
    story.expectRecorded();
  });

  it("gets nothing more signed while steps are sent, and what was signed is mined unchanged", async () => {
    const story = new Story({ fees: SHOWN });
    await story.send(20, () => (story.node.baseFee = 1_500n * GWEI));
    story.expectRecorded();
  });

  it("gets no replacement transaction above the shown price", async () => {
    const story = new Story({ fees: SHOWN });
    story.node.mines = false;
    story.node.instead((method, _params, usual) => {
      if (method === "eth_sendRawTransaction") story.node.baseFee = 1_500n * GWEI;
      return usual();
    });
    await story.send(1);
    story.expectRecorded();
  });

  it("is paid after a yes, up to the price in the question", async () => {
    let questions = 0;
    const confirmHigherFee = async () => await Promise.resolve(++questions === 1);
    const story = new Story({ fees: SHOWN, confirmHigherFee });
    story.node.baseFee = 10n * GWEI;
    await story.send(2);
    story.node.baseFee = 1_500n * GWEI;
    await story.send(plannedSteps(3).slice(2));
    story.expectRecorded();
  });

  it("is paid for a pending step after a yes", async () => {
    const confirmHigherFee = async () => await Promise.resolve((story.node.mines = true));
    const story: Story = new Story({ fees: SHOWN, confirmHigherFee });
    story.node.mines = false;
    await story.send(1);
    story.expectRecorded();
  });
});

describe("a gas price that the user gives", () => {
  const five = { gasPrice: 5n * GWEI, cap: 5n * GWEI, raiseAfter: 120_000 };

  it("is not raised, however long a step is pending", async () => {
    const story = new Story({ fees: five });
    story.node.mines = false;
    await story.send(1);
    story.expectRecorded();
  });

  it("sends nothing if it is below the base fee", async () => {
    const story = new Story({ fees: five });
    story.node.baseFee = 10n * GWEI;
    await story.send(1);
    story.expectRecorded();
  });

  it("is exceeded only as far as the base fee requires, and up to the maximum", async () => {
    const story = new Story({ fees: { ...five, cap: 20n * GWEI } });
    story.node.baseFee = 10n * GWEI;
    await story.send(1);
    story.expectRecorded();
  });
});
