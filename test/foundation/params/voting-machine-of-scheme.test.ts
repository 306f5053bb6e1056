import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { machineOfScheme } from "../../../src/foundation/params/voting-machine-of-scheme.js";

describe("the voting machine of a scheme", () => {
  const absoluteVote = { votePerc: 50n, voteOnBehalf: ZeroAddress };
  const preset = { votingParamsHash: `0x${"12".repeat(32)}` };
  const of = (scheme: Parameters<typeof machineOfScheme>[0]) =>
    machineOfScheme(scheme, { votingMachinesParams: [preset, { absoluteVote }] }, (name) => ({
      name,
    }));

  it("is the base's for its first vote parameters, and GenesisProtocol for a hash", () => {
    expect(of({ voteParams: 0 })).to.deep.equal({ name: "GenesisProtocol" });
    expect(of({ voteParams: 1 })).to.deep.equal({ name: "AbsoluteVote" });
    expect(of({ voteRegisterParams: 1, voteRemoveParams: 0 })).to.deep.equal({
      name: "AbsoluteVote",
    });
  });

  it("is the one that its entry names, whatever its vote parameters", () => {
    const votingMachine = `0x${"34".repeat(20)}`;
    expect(of({ voteParams: 1, votingMachine })).to.equal(votingMachine);
  });
});
