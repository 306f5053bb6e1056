import { expect } from "chai";

import type {
  JournalHeader,
  JournalLine,
  SignedStep,
} from "../../../../src/engine/execution/journal/lines.js";
import { expectRecorded } from "../../../recorded.js";
import { MemoryJournal } from "./memory-journal.js";

const [ACCOUNT, TESTER] = ["0x01", "0x02"];
const HEADER = {
  account: ACCOUNT,
  nonces: { [ACCOUNT]: 7, [TESTER]: 1 },
  firstBlock: 50,
  mayHaveEarlier: true,
} as unknown as JournalHeader;

function signed(step: string, nonce: number, from = ACCOUNT): SignedStep {
  return { step, from, nonce, call: `call of ${step}`, hash: `0x${nonce}`, raw: "0x" };
}

const lineOf = (step: SignedStep): JournalLine => ({ kind: "signed", ...step });

describe("Journal", () => {
  const later = [signed("a", 9), signed("b", 1, TESTER)];
  const found = [signed("a", 3), signed("b", 8)];
  const fresh = { mayHaveEarlier: false };
  /** What is in a journal; where the steps of the two accounts begin, and in which block those with a nonce of 8. */
  const BEGINS: readonly [string, readonly SignedStep[], object, unknown][] = [
    ["nothing yet, or no longer: anywhere", [], {}, [undefined, undefined, 0, 0]],
    ["its own steps: with their nonces", later, {}, [7, 1, 50, 50]],
    ["steps found on the chain: with the first of them", found, {}, [3, undefined, 50, 0]],
    ["nothing, as all is sent again: with its nonces", [], fresh, [7, 1, 50, 50]],
  ];
  for (const [what, steps, header, begins] of BEGINS) {
    it(`says where its steps begin that has ${what}`, () => {
      const journal = new MemoryJournal({ ...HEADER, ...header }, steps.map(lineOf));
      expect([
        ...[ACCOUNT, TESTER].map((each) => journal.beginOf(each)),
        ...[ACCOUNT, TESTER].map((each) => journal.firstBlockOf(each, 8)),
      ]).to.deep.equal(begins);
    });
  }

  it("continues each account after its highest nonce", async () => {
    const journal = new MemoryJournal(HEADER);
    expect(journal.nextSignedNonce(ACCOUNT)).to.equal(undefined);
    await journal.sign([signed("a", 9), signed("b", 8), signed("c", 0, TESTER)]);
    expect([ACCOUNT, TESTER].map((each) => journal.nextSignedNonce(each))).to.deep.equal([10, 1]);
    await journal.drop("a");
    expect(journal.nextSignedNonce(ACCOUNT), "a dropped nonce stays used").to.equal(10);
  });

  it("keeps a step back until the latest time to which the clock was moved before it was signed", async () => {
    const journal = new MemoryJournal(HEADER);
    await journal.sign([signed("before", 1)]);
    await journal.moveClock("first", 9_000);
    await journal.moveClock("second", 5_000);
    await journal.sign([signed("after", 2)]);
    await journal.moveClock("third", 20_000);
    const times = ["before", "after", "unknown"].map((step) => journal.notBefore(step));
    expectRecorded([times, [...journal.clocks]]);
    const resumed = new MemoryJournal(HEADER, journal.lines);
    expect(resumed.notBefore("after")).to.equal(9_000);
  });

  it("holds nothing of a step that it does not know", () => {
    const journal = new MemoryJournal(HEADER, [{ kind: "header", ...HEADER }]);
    expect(journal.transactions("a")).to.deep.equal([]);
    expect(journal.steps).to.deep.equal([]);
    expect(journal.everSigned("call of a")).to.equal(false);
  });

  it("writes nothing if nothing was signed", async () => {
    let writes = 0;
    const journal = new MemoryJournal(HEADER);
    Object.assign(journal, { write: () => Promise.resolve(void writes++) });
    await journal.sign([]);
    expect(writes).to.equal(0);
    await journal.sign([signed("a", 7)]);
    expect(writes).to.equal(1);
  });

  it("holds a line only once it is written", async () => {
    const journal = new MemoryJournal(HEADER);
    let held: readonly string[] = ["unknown"];
    Object.assign(journal, { write: () => Promise.resolve(void (held = journal.steps)) });
    await journal.sign([signed("a", 7)]);
    expect(held).to.deep.equal([]);
    expect(journal.steps).to.deep.equal(["a"]);
  });
});
