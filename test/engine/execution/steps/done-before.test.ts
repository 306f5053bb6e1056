import { expect } from "chai";

import {
  areOurs,
  foreignTo,
  type Offered,
  type TakenStep,
} from "../../../../src/engine/execution/steps/done-before.js";

const [BASE, OWN, OLD] = ["11", "22", "33"].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
];

/** A step that was found, with what it created and whose events it emitted. */
function taken(contractAddress: string | undefined, emitters: string[] = [], isUnique = true) {
  const logs = emitters.map((address) => ({ address, topics: [], data: "0x" }));
  const result = { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs };
  const common = { step: "dao/X", from: BASE, call: "0x", nonce: 0, hash: "0x", raw: "0x" };
  return {
    ...common,
    isUnique,
    result: { ...result, ...(contractAddress !== undefined && { contractAddress }) },
  } satisfies TakenStep;
}

const ours = (steps: readonly TakenStep[], hasJournal = false) =>
  areOurs(steps, hasJournal, (address) => address === OLD || address === BASE, [BASE]);

describe("steps that an account sent without a journal", () => {
  it("are this migration's unless the result file has what one of them made", () => {
    expect(ours([taken(OWN)])).to.equal(true);
    expect(ours([taken(OWN), taken(OLD)])).to.equal(false);
    expect(ours([taken(BASE)])).to.equal(false);
    expect(ours([taken(undefined, [OLD])])).to.equal(false);
  });

  it("may emit events of the base, on which every DAO builds", () => {
    expect(ours([taken(undefined, [BASE, OWN])])).to.equal(true);
  });

  it("are not this migration's if sending all of them again would change nothing", () => {
    expect(ours([])).to.equal(false);
    expect(ours([taken(OWN, [], false)])).to.equal(false);
    expect(ours([taken(OLD, [], false), taken(OWN)])).to.equal(true);
  });

  it("are this migration's, whatever the result file has, if its journal lost them", () => {
    expect(ours([taken(OLD)], true)).to.equal(true);
    expect(ours([taken(OWN, [], false)], true)).to.equal(true);
    expect(ours([], true)).to.equal(false);
  });
});

describe("what an account sent beside steps that were found", () => {
  const found = { ...taken(OWN, [BASE]), call: "0x1", nonce: 5 };
  const later = { ...taken(undefined), call: "0x2", nonce: 6, to: OWN };
  const byEvent = { ...taken(undefined, [BASE, OWN]), call: "0x3", nonce: 7, to: BASE };
  const foreign = (offered: Offered, step = found, remaining: { call: string }[] = []) =>
    foreignTo([step], [offered], remaining, [BASE]).length > 0;

  it("is of another migration if it reached what they made, directly or through the base", () => {
    expect([foreign(later), foreign(byEvent)]).to.deep.equal([true, true]);
  });

  it("is not if it went elsewhere, came before, only paid, or does what a step does", () => {
    expect(foreign({ ...later, to: BASE })).to.equal(false);
    expect(foreign({ ...later, nonce: 4 })).to.equal(false);
    expect(foreign({ ...later, from: OLD })).to.equal(false);
    expect(foreign({ ...later, paid: OWN })).to.equal(false);
    expect(foreign({ ...later, call: "0x1" })).to.equal(false);
    expect(foreign(later, found, [{ call: "0x2" }])).to.equal(false);
  });

  it("is not if they made the base alone, on which every DAO builds", () => {
    expect(foreign(later, { ...found, step: "base/X" })).to.equal(false);
  });
});
