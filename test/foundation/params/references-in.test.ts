import { expect } from "chai";

import type { StandAloneContractParameters } from "../../../src/foundation/params/parameters.js";
import {
  referencesIn,
  standAloneIn,
  votesOfOtherMachine,
  withDependents,
} from "../../../src/foundation/params/references-in.js";
import { expectRecorded } from "../../recorded.js";

const ARGS = [
  1n,
  "text",
  true,
  { voteParams: 3 },
  [{ standAloneContract: 2 }, [{ address: "AvatarAddress" }, 7n]],
  { standAloneContract: 0 },
] as const;

describe("votesOfOtherMachine", () => {
  it("finds those of the machine that a call does not get", () => {
    const args = [[{ voteParams: 0 }, "text"], { voteParams: 1 }, { voteParams: 2 }];
    const machines = ["GenesisProtocol", "AbsoluteVote", undefined] as const;
    const found = (...given: readonly string[]) =>
      votesOfOtherMachine(
        args,
        (index) => machines[index],
        (machine) => given.includes(machine),
      );
    expect(found()).to.deep.equal([]);
    expect(found("GenesisProtocol", "AbsoluteVote")).to.deep.equal([]);
    expectRecorded(found("AbsoluteVote"));
    expectRecorded(found("GenesisProtocol"));
  });
});

describe("references in arguments", () => {
  it("are found in lists, too, in order", () => {
    expectRecorded(referencesIn(ARGS));
    expect(standAloneIn(ARGS)).to.deep.equal([2, 0]);
  });

  it("make a contract depend on those before it, also through others", () => {
    const contract = (...args: number[]): StandAloneContractParameters => ({
      name: "Box",
      fromArc: false,
      constructor: true,
      ...(args.length > 0 && {
        args: args.map((standAloneContract) => ({ standAloneContract })),
      }),
      runFunctions: [],
    });
    const contracts = [contract(), contract(0), contract(), contract(2, 1), contract(2)];
    expect([...withDependents(contracts, [0])]).to.deep.equal([0, 1, 3]);
    expect([...withDependents(contracts, [4])]).to.deep.equal([4]);
    expect([...withDependents(contracts, [])]).to.deep.equal([]);
  });
});
