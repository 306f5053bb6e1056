import { expect } from "chai";

import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import type { MinedStep, StepRequest } from "../../../../src/engine/execution/steps/step.js";

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

const [ME, OTHER, PLACE] = ["0x01", "0x02", "0x03"] as const;

function request(step: string, more: Partial<StepRequest> = {}): StepRequest {
  return { step, from: ME, to: PLACE, data: "0x1234", ...more };
}

/** Offers mined transactions with these calls, in the order of their nonces from 0. */
function offer(calls: readonly string[], startsLate = false, from: string = ME): StepLedger {
  const ledger = new StepLedger();
  const sent = calls.map((call, nonce) => ({ nonce, call, from, hash: `0x${nonce}`, raw: "0x" }));
  // A token is the contract that all steps call.
  const resultOf = (nonce: number): MinedStep => ({
    ...mined(nonce, 1n),
    ...(calls[nonce] === "token" && { contractAddress: PLACE }),
  });
  ledger.offer(
    sent.map((each) => ({ ...each, result: resultOf(each.nonce) })),
    startsLate,
  );
  return ledger;
}

/** Returns the nonces of the transactions that are taken for steps with these calls. */
function takenFor(ledger: StepLedger, calls: readonly string[]): (number | undefined)[] {
  return calls.map((call, index) => ledger.minedAs(request(`${index}`), call)?.blockNumber);
}

describe("StepLedger", () => {
  it("knows which transaction created a contract, or was the first to tell of it", () => {
    const [own, told, unknown] = ["aa", "bb", "cc"].map((byte) => `0x${byte.repeat(20)}`) as [
      string,
      string,
      string,
    ];
    const ledger = new StepLedger();
    const log = { address: own, topics: ["0x"], data: `0x${"00".repeat(12)}${"BB".repeat(20)}` };
    ledger.add("late", "", { ...mined(30, 1n), logs: [log] });
    ledger.add("call", "", { ...mined(20, 1n), logs: [log] });
    ledger.add("deploy", "", { ...mined(40, 1n), contractAddress: own });
    expect(ledger.createdIn([own, told, unknown])).to.deep.equal({ [own]: "0x40", [told]: "0x20" });
  });
});

describe("StepLedger, offered what accounts sent before", () => {
  it("takes the steps in their order, behind transactions of other programs, each once", () => {
    const ledger = offer(["x", "a", "y", "b", "b", "c"]);
    expect(takenFor(ledger, ["a", "b", "b", "c", "c"])).to.deep.equal([1, 3, 4, 5, undefined]);
    expect(ledger.taken.map(({ step, nonce }) => `${step} ${nonce}`).join()).to.equal(
      "0 1,1 3,2 4,3 5",
    );
    expect([ledger.has("3"), ledger.has("4"), ledger.size]).to.deep.equal([true, false, 4]);
  });

  it("takes nothing after the first step that is missing", () => {
    expect(takenFor(offer(["a", "c"]), ["a", "b", "c"])).to.deep.equal([0, undefined, undefined]);
    expect(takenFor(offer(["c"]), ["b", "c"])).to.deep.equal([undefined, undefined]);
  });

  it("takes a call of a contract that it made wherever it is: a wallet used the nonce of a step before", () => {
    const missing = offer(["token", "wallet's", "mint", "controller"]);
    expect(takenFor(missing, ["token", "reputation", "mint"])).to.deep.equal([0, undefined, 2]);
    const again = offer(["token", "wallet's", "mint", "reputation", "controller"]);
    const calls = ["token", "reputation", "mint", "controller"];
    expect(takenFor(again, calls)).to.deep.equal([0, 3, 2, 4]);
  });

  it("does not count a test account's funding as missing", () => {
    const ledger = offer(["a", "b"]);
    expect(ledger.minedAs(request("1"), "a")).to.not.equal(undefined);
    expect(ledger.minedAs(request("2", { data: "0x", value: 1n }), "f")).to.equal(undefined);
    expect(ledger.minedAs(request("3"), "b")).to.not.equal(undefined);
  });

  it("continues the latest of several migrations that began alike, if they may be several", () => {
    const calls = ["a", "b", "c", "a", "b"];
    expect(takenFor(offer(calls, true), ["a", "b", "c"])).to.deep.equal([3, 4, undefined]);
    expect(takenFor(offer(calls), ["a", "b", "c"])).to.deep.equal([0, 1, 2]);
  });

  it("takes only what the step's own account sent, and nothing after the offer", () => {
    expect(takenFor(offer(["a"], false, OTHER), ["a"])).to.deep.equal([undefined]);
    const ledger = offer(["a", "b"]);
    takenFor(ledger, ["a"]);
    ledger.offer([]);
    expect([ledger.has("0"), ledger.taken.length]).to.deep.equal([true, 0]);
    expect(ledger.minedAs(request("1"), "b")).to.equal(undefined);
  });

  it("says which steps would make or pay something again", () => {
    const ledger = offer(["a", "b", "c", "d"]);
    ledger.minedAs(request("1"), "a");
    ledger.minedAs(request("2", { to: undefined }), "b");
    ledger.minedAs(request("3", { wantsLogs: true }), "c");
    ledger.minedAs(request("4", { value: 1n }), "d");
    const unique = ledger.taken.map(({ isUnique }) => isUnique);
    expect(unique).to.deep.equal([false, true, true, true]);
  });
});

describe("StepLedger", () => {
  it("adds up what its steps used, and knows their first and last blocks", () => {
    const { size, gasUsed, firstBlock, lastBlock } = ledgerOfThree();
    expect([size, gasUsed, firstBlock, lastBlock]).to.deep.equal([3, 321n, 10, 30]);
  });

  it("has no first block, last block 0 and no gas while it is empty", () => {
    const { size, gasUsed, firstBlock, lastBlock } = new StepLedger();
    expect([size, gasUsed, firstBlock, lastBlock]).to.deep.equal([0, 0n, undefined, 0]);
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
    expect(ledger.minedAs(request("one"), "call of one")).to.deep.equal(mined(20, 1n));
    expect(ledger.minedAs(request("one"), "call of two")).to.equal(undefined);
    expect(ledger.minedAs(request("four"), "call of one")).to.equal(undefined);
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
