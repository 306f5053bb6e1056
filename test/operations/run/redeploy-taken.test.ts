import { expect } from "chai";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { MemoryJournal } from "../../engine/execution/journal/memory-journal.js";
import { StepLedger } from "../../../src/engine/execution/steps/step-ledger.js";
import { TakenError } from "../../../src/engine/execution/steps/taken-contracts.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { LeftBehind } from "../../../src/operations/run/redeploy-taken.js";
import { sampleHeader } from "../../engine/execution/journal/sample-header.js";

const contract = `0x${"aa".repeat(20)}`;
const MADE = {
  transactionHash: "0x",
  blockNumber: 1,
  gasUsed: 1n,
  logs: [],
  contractAddress: contract,
};

function leftBehind() {
  const ledger = new StepLedger();
  const journal = new MemoryJournal(sampleHeader());
  const events: MigrationEvent[] = [];
  ledger.add("deploy", "", MADE);
  return {
    ledger,
    journal,
    events,
    left: new LeftBehind(ledger, { journal, onEvent: (event) => events.push(event) }),
  };
}

describe("LeftBehind", () => {
  it("forgets the step of a contract at once, and drops it from the journal on request, once", async () => {
    const { ledger, journal, events, left } = leftBehind();
    expect(left.addTaken(new TakenError(contract, "it was taken"))).to.equal(true);
    expect([ledger.has("deploy"), journal.lines, left.count]).to.deep.equal([false, [], 1]);
    await left.record();
    await left.record();
    expect(journal.lines).to.deep.equal([{ kind: "dropped", step: "deploy" }]);
    expect(events).to.deep.equal([{ type: "leftBehind", step: "deploy", contract }]);
  });

  it("takes no other error, and no contract that this migration did not deploy", () => {
    const { ledger, left } = leftBehind();
    expect(left.addTaken(new Error("no"))).to.equal(false);
    expect([left.add(`0x${"bb".repeat(20)}`), left.add()]).to.deep.equal([false, false]);
    expect(ledger.has("deploy")).to.equal(true);
  });

  it("stops if somebody takes a contract again and again", () => {
    const { ledger, left } = leftBehind();
    const again = () => {
      ledger.add("deploy", "", MADE);
      return left.add(contract);
    };
    expect(Array.from({ length: 5 }, again)).to.deep.equal(Array(5).fill(true));
    expect(again).to.throw(MigrationError, "The contract of step deploy was taken 6 times");
    expect(left.count).to.equal(5);
  });
});
