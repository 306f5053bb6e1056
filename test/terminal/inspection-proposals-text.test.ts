import { expect } from "chai";

import type { Inspection, VotingMachineDescription } from "../../src/inspect/description.js";
import { proposalLines } from "../../src/terminal/inspection-proposals-text.js";

const ADDRESS = `0x${"1".repeat(40)}`;

function lines(proposals: Inspection["proposals"], machine: Partial<VotingMachineDescription>) {
  const contract = { address: ADDRESS, code: "unknown" as const };
  const votingMachines = [{ contract, ...machine }];
  return proposalLines({ proposals, votingMachines } as unknown as Inspection);
}

describe("proposalLines", () => {
  it("says that there are none only if every voting machine was read", () => {
    expect(lines([], {})).to.deep.equal(["No proposals"]);
    expect(lines([], { proposals: { notRead: "its code is unknown" } })).to.deep.equal([
      "Proposals",
      `  ! those of voting machine ${ADDRESS} not read: its code is unknown`,
    ]);
  });

  it("says why proposals were not read", () => {
    expect(lines({ notRead: "the node\nfailed" }, {})).to.deep.equal([
      "Proposals not read: the node failed",
    ]);
  });
});
