import { AbiCoder } from "ethers";
import { expect } from "chai";
import fc from "fast-check";

import type { AbiParameter } from "../../../../src/foundation/arc/artifact.js";
import { IssueList } from "../../../../src/foundation/params/file/issues.js";
import { shown } from "../../../../src/foundation/support/shown.js";
import { Place } from "../../../../src/foundation/params/file/place.js";
import { matchArguments } from "../../../../src/foundation/params/resolve/match-arguments.js";
import type { ArgumentScope } from "../../../../src/foundation/params/resolve/resolution.js";
import { expectRecorded } from "../../../recorded.js";
import { expectGoldenCases } from "../../../golden.js";
import { ADDRESS } from "../support.js";

const SCOPE: ArgumentScope = {
  standAloneCount: 2,
  votingMachines: ["GenesisProtocol", "AbsoluteVote"],
};
const STRUCT: AbiParameter[] = [
  { name: "to", type: "address" },
  { name: "amount", type: "uint8" },
];
const match = (type: string, value: unknown, scope = SCOPE, name = "x") => {
  const components = type.startsWith("tuple") ? STRUCT : [];
  const values = new Place([value], new IssueList()).elements()!;
  const { issues, ...matched } = matchArguments([{ name, type, components }], values, scope);
  return { ...matched, errors: issues.errors, warnings: issues.warnings };
};

describe("arguments of calls", () => {
  const CASES: [type: string, ...values: unknown[]][] = [
    ["uint256", 5, "1000000000000000000000", -1, 1.5, true, "AvatarAddress", null],
    ["uint8", "0xff", 256, [5], undefined],
    ["int8", -128, 128],
    ["bool", false, undefined, "true", 1, { StandAloneContract: 1 }],
    ["string", "5", 5, "a\ud800"],
    ["bytes", "0x", "0x123"],
    ["bytes4", "0x00000010", 16, "0x0000001234"],
    [
      ...["bytes32", { voteParams: 0 }, { voteParams: 2 }, { voteParam: 0 }, "hash"],
      // The hash of an empty file.
      ...["QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH", `Qm${"z".repeat(44)}`],
      ...[`0x${"00".repeat(33)}`, { StandAloneContract: 0 }],
    ] as [string, ...unknown[]],
    [
      ...["address", ADDRESS.toLowerCase(), "AvatarAddress", "GenesisProtocolAddress"],
      ...[{ votingMachine: 0 }, { votingMachine: 1 }, { StandAloneContract: 1 }],
      ...[0, `${ADDRESS}00`, "avatarAdress", { StandAloneContract: 2 }, { StandaloneContract: 0 }],
      ...[{ StandAloneContract: 0, voteParams: 0 }, { StandAloneContract: {} }],
      ...[{ StandAloneContract: "first" }, { voteParams: 1 }],
    ] as [string, ...unknown[]],
    ["address[]", [ADDRESS, "DAOTokenAddress"], [], ADDRESS],
    ["uint256[2][]", [[1, "2"]]],
    ["uint8[2]", [1]],
    ["tuple", [ADDRESS], [ADDRESS, 1, 2], 7, { to: ADDRESS, amount: 1, more: 2 }],
  ];

  it("fit their type, or are refused with what is wrong and what is wanted", () => {
    const plain = (value: unknown) =>
      JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each));
    const texts = CASES.map(([type, ...values]): [string, string] => {
      const lines = values.map((value) => {
        const { args, errors, warnings, looseFits } = match(type, value);
        expect([warnings, looseFits]).to.deep.equal([[], 0]);
        if (errors.length === 0) return `${plain(value)} is ${plain(args[0])}`;
        expect(errors.map(({ path, found }) => [path, found])).to.deep.equal([
          ["[0]", shown(value)],
        ]);
        const [{ message, wanted }] = errors as [(typeof errors)[number]];
        return `${plain(value)}: ${message}; wanted ${wanted}`;
      });
      return [type, lines.join("\n")];
    });
    expectGoldenCases(import.meta.dirname, "arguments.txt", Object.fromEntries(texts));
  });

  it("name the place in lists and structs, and report all mistakes in them", () => {
    const mistakes = (type: string, value: unknown) =>
      match(type, value).errors.map(({ path, message }) => `${path}: ${message}`);
    expectRecorded([
      mistakes("uint8[][]", [[1, 256], ["x"]]),
      mistakes("tuple", [ADDRESS, 256]),
      mistakes("tuple", { to: "0x" }),
    ]);
  });

  it("take a struct as a list or by the names of its fields", () => {
    for (const value of [["AvatarAddress", 5], { amount: 5, to: "AvatarAddress" }]) {
      expect(match("tuple", value).args).to.deep.equal([[{ address: "AvatarAddress" }, 5n]]);
    }
  });

  it("pad hex that is too short at its end, as the predecessor did, with a warning", () => {
    const { args, errors, warnings } = match("bytes32", `0x${"00".repeat(19)}01`);
    expect(args).to.deep.equal([`0x${"00".repeat(19)}01${"00".repeat(12)}`]);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]?.message).to.include("12 bytes short");
  });

  it("find no entry to refer to where VotingMachinesParams is empty", () => {
    const { errors } = match("bytes32", { voteParams: 0 }, { ...SCOPE, votingMachines: [] });
    expect(errors[0]).to.include({
      message: "VotingMachinesParams has no entry 0",
      wanted: "an entry in it",
    });
  });

  it("have the type alone where the function does not name its argument", () => {
    expect(match("uint8", "x", SCOPE, "").errors[0]?.wanted).to.equal("uint8");
  });

  it("count what looks like another type, for the choice between overloads", () => {
    const looseFits = (type: string, value: unknown) => match(type, value).looseFits;
    expect(looseFits("address", ADDRESS)).to.equal(0);
    expect(looseFits("bytes", ADDRESS)).to.equal(1);
    expect(looseFits("string", ADDRESS)).to.equal(1);
    expect(looseFits("bytes4", "0x12")).to.equal(1);
    expect(looseFits("bytes32", ADDRESS)).to.equal(2);
    expect(looseFits("bytes4", "0x12345678")).to.equal(0);
  });

  it("accept only what the encoder accepts, for any value", () => {
    const types = ["uint8", "int256", "bool", "string", "address", "bytes", "bytes4", "uint16[2]"];
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.anything(), (type, value) => {
        const { args, errors } = match(type, value);
        if (errors.length === 0) {
          expect(() => AbiCoder.defaultAbiCoder().encode([type], [...args])).not.to.throw();
        }
      }),
    );
  });
});
