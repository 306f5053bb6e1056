import { expect } from "chai";
import { Interface } from "ethers";

import { knownAbi } from "../../../../src/foundation/arc/known-abis.js";
import type { ContractDescription } from "../../../../src/engine/inspect/description.js";
import { unreadable } from "../../../../src/engine/inspect/proposals/find-proposals.js";
import type { BlockReader } from "../../../../src/engine/inspect/reading/block-reader.js";
import { Contract } from "../../../../src/engine/inspect/reading/contract.js";
import { expectRecorded } from "../../../recorded.js";

const ADDRESS = `0x${"1".repeat(40)}`;
const OLD = new Interface([
  "event NewProposal(bytes32 indexed _proposalId, uint256 _numOfChoices)",
]);

function machine(abi: Interface): Contract {
  return new Contract({} as BlockReader, ADDRESS, abi);
}

function described(name?: string): ContractDescription {
  const address = ADDRESS;
  return name === undefined ? { address, code: "unknown" } : { address, code: "arc", name };
}

describe("voting machines whose proposals are not read", () => {
  it("do not include Arc's from alpha.44 on", () => {
    for (const name of ["GenesisProtocol", "AbsoluteVote", "QuorumVote"]) {
      expect(unreadable(described(name), machine(knownAbi(name)!)), name).to.equal(undefined);
    }
  });

  it("are listed with the reason", () => {
    const absolute = machine(knownAbi("AbsoluteVote")!);
    expectRecorded([
      unreadable({ address: ADDRESS, code: "account" }, undefined),
      unreadable(described(), undefined),
      unreadable(described("Avatar"), absolute),
      unreadable(described("AbsoluteVote"), machine(OLD)),
    ]);
  });
});
