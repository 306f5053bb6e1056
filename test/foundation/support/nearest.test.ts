import { expect } from "chai";
import { closest, nearest } from "../../../src/foundation/support/nearest.js";

describe("nearest", () => {
  it("sorts by the number of edits and leaves out very different candidates", () => {
    const names = ["GenesisProtocol", "GenericScheme", "Avatar", "GenesisProtocolLogic"];
    expect(nearest("GenesisProtocl", names)).to.deep.equal([
      "GenesisProtocol",
      "GenesisProtocolLogic",
    ]);
    expect(nearest("Zzzzzz", names)).to.deep.equal([]);
  });

  it("ignores upper and lower case", () => {
    expect(nearest("daotoken", ["DAOToken", "DaoCreator"])[0]).to.equal("DAOToken");
  });

  it("returns at most the requested number", () => {
    expect(nearest("aa", ["ab", "ac", "ad", "ae"], 2)).to.have.length(2);
  });
});

describe("closest", () => {
  const KNOWN = ["unregisterOwner", "founders", "tokens", "name", "VotingMachinesParams"];
  const MEANT: [string, string][] = [
    ["unregisterOwnr", "unregisterOwner"],
    ["UnregisterOwner", "unregisterOwner"],
    ["unregister_owner", "unregisterOwner"],
    ["fuonders", "founders"],
    ["token", "tokens"],
    ["nmae", "name"],
    ["VotingMachineParams", "VotingMachinesParams"],
  ];
  for (const [written, meant] of MEANT) {
    it(`understands ${written} as ${meant}`, () => {
      expect(closest(written, KNOWN)).to.equal(meant);
    });
  }

  for (const other of ["voteParams", "comment", "//", "kind", "id", "ReputationFromToken", ""]) {
    it(`understands ${JSON.stringify(other)} as none of them`, () => {
      expect(closest(other, KNOWN)).to.equal(undefined);
    });
  }

  it("does not compare long texts", () => {
    const start = process.cpuUsage();
    for (let i = 0; i < 100; i++) {
      expect(closest("founders".repeat(100_000), KNOWN)).to.equal(undefined);
      expect(nearest("founders".repeat(100_000), KNOWN)).to.deep.equal([]);
    }
    // Not by the clock: other processes may be at work.
    expect(process.cpuUsage(start).user).to.be.below(500_000);
  });
});
