import { expect } from "chai";

import { StepLedger } from "../../../src/execution/steps/step-ledger.js";
import type { MinedStep } from "../../../src/execution/steps/step.js";

function mined(blockNumber: number, gasUsed: bigint): MinedStep {
  return { transactionHash: `0x${blockNumber}`, blockNumber, gasUsed, logs: [] };
}

/** Returns a ledger of three steps, not in the order of their blocks. */
function ledgerOfThree(): StepLedger {
  const ledger = new StepLedger();
  ledger.add("one", "call of one", mined(20, 1n));
  ledger.add("two", "call of two", mined(10, 20n));
  ledger.add("three", "call of three", mined(30, 300n));
  return ledger;
}

describe("StepLedger", () => {
  it("adds up what its steps used, and knows their first and last blocks", () => {
    const ledger = ledgerOfThree();
    expect(ledger.size).to.equal(3);
    expect(ledger.gasUsed).to.equal(321n);
    expect(ledger.firstBlock).to.equal(10);
    expect(ledger.lastBlock).to.equal(30);
  });

  it("has no first block, last block 0 and no gas while it is empty", () => {
    const ledger = new StepLedger();
    expect([ledger.size, ledger.gasUsed]).to.deep.equal([0, 0n]);
    expect([ledger.firstBlock, ledger.lastBlock]).to.deep.equal([undefined, 0]);
  });

  it("forgets a step that is no longer on the chain", () => {
    const ledger = ledgerOfThree();
    ledger.remove("three");
    expect(ledger.has("three")).to.equal(false);
    expect(ledger.resultOf("three")).to.equal(undefined);
    expect(ledger.mined("three", "call of three")).to.equal(undefined);
    expect([ledger.size, ledger.lastBlock, ledger.has("two")]).to.deep.equal([2, 20, true]);
  });

  it("remembers moves of the clock apart from the steps", () => {
    const ledger = ledgerOfThree();
    ledger.addClock("wait");
    expect([ledger.clockMoved("wait"), ledger.clockMoved("one")]).to.deep.equal([true, false]);
    expect([ledger.has("wait"), ledger.size]).to.deep.equal([false, 3]);
  });

  it("returns a mined step only for the call that it made", () => {
    const ledger = ledgerOfThree();
    expect(ledger.minedAs("one", "call of one")).to.deep.equal(mined(20, 1n));
    expect(ledger.minedAs("one", "call of two")).to.equal(undefined);
    expect(ledger.minedAs("four", "call of one")).to.equal(undefined);
    expect(ledger.mined("one", "call of one")).to.deep.equal(mined(20, 1n));
    expect(ledger.mined("four", "call of four")).to.equal(undefined);
    expect(ledger.resultOf("one")).to.deep.equal(mined(20, 1n));
  });

  it("refuses to send a step again that is on the chain with another call, and says what to do", () => {
    expect(() => ledgerOfThree().mined("one", "call of two")).to.throw(
      "Step one is on the chain (0x20), but the current chain state would produce a different transaction. " +
        "Nothing more was sent. Run the same command again: it rehearses the remaining steps and resumes.",
    );
  });
});
