import { expect } from "chai";

import type { ProposalDescription } from "../../../src/engine/inspect/description.js";
import {
  findProposal,
  isSimulable,
  refuseOver,
} from "../../../src/operations/simulate/find-proposal.js";
import { MigrationError, UsageError } from "../../../src/foundation/support/errors.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection({ proposals: 3 });
const proposals = inspection.proposals as readonly ProposalDescription[];
const NOTHING = { notRead: "the node does not answer" };

describe("findProposal", () => {
  it("finds a proposal by the beginning of its id, in any case", () => {
    const { id } = proposals[0]!;
    expect(findProposal(inspection, id)).to.equal(proposals[0]);
    const letters = { ...proposals[0]!, id: `0xab${"0".repeat(62)}` };
    const found = findProposal({ ...inspection, proposals: [letters] }, "0xAB");
    expect(found).to.equal(letters);
  });

  it("asks for more digits, or says that there is none", () => {
    expect(() => findProposal(inspection, "0x00")).to.throw(
      UsageError,
      "3 proposals of this DAO begin with 0x00. Pass more digits of the id.",
    );
    expect(() => findProposal(inspection, "0xff")).to.throw(
      UsageError,
      "This DAO has no proposal 0xff among its 3. `dao-migrate inspect` lists them.",
    );
    const key = `0x${"4c".repeat(32)}`;
    expect(() => findProposal(inspection, key)).to.throw("no proposal 0x4c4c4c4c… among its 3");
    expect(() => findProposal(inspection, "first")).to.throw(UsageError, /found "first"\.$/);
  });

  it("does not say that there is none if the proposals are not read", () => {
    expect(() => findProposal({ ...inspection, proposals: NOTHING }, "0x01")).to.throw(
      MigrationError,
      "The proposals of this DAO could not be read: the node does not answer",
    );
  });
});

describe("refuseOver", () => {
  const at = (stage: string) =>
    ({ ...proposals[0]!, progress: { stage } }) as unknown as ProposalDescription;

  it("accepts what still has something to simulate, or may have", () => {
    for (const stage of ["open", "passed", "to be executed"]) {
      expect(() => refuseOver(at(stage)), stage).to.not.throw();
    }
    for (const unread of [{ progress: NOTHING }, { state: NOTHING }]) {
      expect(isSimulable({ ...at("done"), ...unread })).to.equal(true);
      expect(() => refuseOver({ ...at("done"), ...unread })).to.not.throw();
    }
  });

  it("says why nothing is left to simulate", () => {
    for (const [stage, words] of [
      ["rejected", "was rejected"],
      ["expired", "expired in the queue"],
      ["done", "is done"],
    ] as const) {
      expect(() => refuseOver(at(stage))).to.throw(
        MigrationError,
        `The proposal ${proposals[0]!.id} ${words}: there is nothing left to simulate. Pass --block with an earlier block to see what it did.`,
      );
    }
  });
});
