import { expect } from "chai";

import { areOurs, type TakenStep } from "../../../../src/engine/execution/steps/done-before.js";

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
