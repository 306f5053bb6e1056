import { expect } from "chai";

import type { AbiParameter } from "../../../src/arc/artifact.js";
import { counted, matchArguments } from "../../../src/params/resolve/match-arguments.js";
import { ADDRESS } from "../support.js";

const SCOPE = { standAloneCount: 2, voteParamsCount: 2 };
const STRUCT = [
  { name: "to", type: "address" },
  { name: "amount", type: "uint8" },
];
const WORDS = "AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress";
const ANY_ADDRESS = `address x: 0x and 40 hex digits, ${WORDS} or {"StandAloneContract": index}`;
const ANY_HASH = 'bytes32 x: 0x and 64 hex digits, or {"voteParams": index}';
const TUPLE = "tuple x";

const match = (type: string, value: unknown, scope = SCOPE, name = "x") => {
  const components: AbiParameter[] = type.startsWith("tuple") ? STRUCT : [];
  return matchArguments([{ name, type, components }], [value], scope);
};

describe("what is said about arguments", () => {
  const REFUSED: [type: string, value: unknown, message: string, wanted: string][] = [
    ["uint8", 256, "it cannot be encoded as uint8", "uint8 x"],
    ["uint8", [5], "it is not a number", "uint8 x"],
    ["uint8", undefined, "it is not a number", "uint8 x"],
    ["bool", undefined, "it is missing", "bool x"],
    ["bool", 1, "it is not a boolean", "bool x"],
    ["string", 1, "it is not a string", "string x"],
    ["bytes", "0x123", "it is not hex of whole bytes with 0x", "bytes x"],
    ["bytes4", "0x0000001234", "it cannot be encoded as bytes4", "bytes4 x"],
    ["bytes32", "hash", "it is not hex of whole bytes with 0x", ANY_HASH],
    ["address", "0x12", "it is not an address", ANY_ADDRESS],
    ["address", "AvatarAdress", "it is neither an address nor a word for one", '"AvatarAddress"'],
    [
      "bool",
      "AvatarAddress",
      "this word stands for an address, which the function does not take here",
      "bool x",
    ],
    [
      "bool",
      { StandAloneContract: 1 },
      "it refers to an address, which the function does not take here",
      "bool x",
    ],
    [
      "address",
      { voteParams: 1 },
      "it refers to a hash (bytes32), which the function does not take here",
      ANY_ADDRESS,
    ],
    ["bytes32", { voteParams: 2 }, "VotingMachinesParams has no entry 2", "an index of it, 0 to 1"],
    ["bytes32", { voteParam: 0 }, "it is not a reference", '{"voteParams": index}'],
    ["uint8[]", 5, "it is not a list", "uint8[] x"],
    ["uint8[2]", [1], "the list has 1 elements, not 2", "uint8[2] x"],
    ["tuple", [ADDRESS], "it has 1 components, not 2", TUPLE],
    ["tuple", [ADDRESS, 1, 2], "it has 3 components, not 2", TUPLE],
    ["tuple", 7, "it is neither a list nor an object with to, amount", TUPLE],
    [
      "tuple",
      { to: ADDRESS, amount: 1, more: 2 },
      "it is neither a list nor an object with to, amount",
      TUPLE,
    ],
  ];
  for (const [type, value, message, wanted] of REFUSED) {
    it(`is what is wrong with ${JSON.stringify(value)} as ${type}`, () => {
      const { errors } = match(type, value);
      expect(errors).to.deep.equal([{ path: [0], found: value, wanted, message }]);
    });
  }

  it("is the place in a struct, by its number or name as written", () => {
    const errorsOf = (value: unknown) =>
      match("tuple", value).errors.map(({ path, message }) => [path, message]);
    expect(errorsOf([ADDRESS, 256])).to.deep.equal([[[0, 1], "it cannot be encoded as uint8"]]);
    expect(errorsOf({ to: "0x", amount: 1 })).to.deep.equal([[[0, "to"], "it is not an address"]]);
    expect(errorsOf({ to: ADDRESS })).to.deep.equal([[[0, "amount"], "it is not a number"]]);
  });

  it("is that there is no entry to refer to where VotingMachinesParams is empty", () => {
    const { errors } = match("bytes32", { voteParams: 0 }, { ...SCOPE, voteParamsCount: 0 });
    expect(errors[0]).to.include({
      message: "VotingMachinesParams has no entry 0",
      wanted: "an entry in it",
    });
  });

  it("has the type alone where the function does not name its argument", () => {
    expect(match("uint8", "x", SCOPE, "").errors[0]?.wanted).to.equal("uint8");
  });

  it("is the number of arguments in words", () => {
    expect([[], [1], [1, 2]].map((values) => counted(values).text)).to.deep.equal([
      "0 arguments",
      "1 argument",
      "2 arguments",
    ]);
  });

  it("counts what looks like another type, for the choice between overloads", () => {
    const looseFits = (type: string, value: unknown) => match(type, value).looseFits;
    expect(looseFits("address", ADDRESS)).to.equal(0);
    expect(looseFits("bytes", ADDRESS)).to.equal(1);
    expect(looseFits("string", ADDRESS)).to.equal(1);
    expect(looseFits("bytes4", "0x12")).to.equal(1);
    expect(looseFits("bytes32", ADDRESS)).to.equal(2);
    expect(looseFits("bytes4", "0x12345678")).to.equal(0);
  });
});
