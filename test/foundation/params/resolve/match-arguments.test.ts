import { AbiCoder } from "ethers";
import { expect } from "chai";
import fc from "fast-check";

import type { AbiParameter } from "../../../../src/foundation/arc/artifact.js";
import { IssueList, shown } from "../../../../src/foundation/params/file/issues.js";
import { Place } from "../../../../src/foundation/params/file/place.js";
import { matchArguments } from "../../../../src/foundation/params/resolve/match-arguments.js";
import type { ArgumentScope } from "../../../../src/foundation/params/resolve/resolution.js";
import { ADDRESS } from "../support.js";

const SCOPE: ArgumentScope = {
  standAloneCount: 2,
  votingMachines: ["GenesisProtocol", "AbsoluteVote"],
};
const STRUCT: AbiParameter[] = [
  { name: "to", type: "address" },
  { name: "amount", type: "uint8" },
];
const WORDS =
  "AvatarAddress, DAOTokenAddress, ReputationAddress, GenesisProtocolAddress, AbsoluteVoteAddress";
const ANY_ADDRESS = `address x: 0x and 40 hex digits, ${WORDS}, {"votingMachine": index} or {"StandAloneContract": index}`;
const ANY_HASH = 'bytes32 x: 0x and 64 hex digits, or {"voteParams": index}';
const OTHER_TYPE = "which the function does not take here";
const NO_TUPLE = "it is neither a list nor an object with to, amount";

const match = (type: string, value: unknown, scope = SCOPE, name = "x") => {
  const components = type.startsWith("tuple") ? STRUCT : [];
  const values = new Place([value], new IssueList()).elements()!;
  const { issues, ...matched } = matchArguments([{ name, type, components }], values, scope);
  return { ...matched, errors: issues.errors, warnings: issues.warnings };
};

describe("arguments of calls", () => {
  const FITTING: [type: string, value: unknown, fitted: unknown][] = [
    ["uint256", 5, 5n],
    ["uint256", "1000000000000000000000", 10n ** 21n],
    ["uint8", "0xff", 255n],
    ["int8", -128, -128n],
    ["bool", false, false],
    ["string", "5", "5"],
    ["address", ADDRESS.toLowerCase(), ADDRESS],
    ["address", "AvatarAddress", { address: "AvatarAddress" }],
    ["address", "GenesisProtocolAddress", { address: "GenesisProtocolAddress" }],
    ["address", { votingMachine: 0 }, { address: "GenesisProtocolAddress" }],
    ["address", { votingMachine: 1 }, { address: "AbsoluteVoteAddress" }],
    ["address", { StandAloneContract: 1 }, { standAloneContract: 1 }],
    ["bytes32", { voteParams: 0 }, { voteParams: 0 }],
    ["bytes4", "0x00000010", "0x00000010"],
    ["bytes", "0x", "0x"],
    ["address[]", [ADDRESS, "DAOTokenAddress"], [ADDRESS, { address: "DAOTokenAddress" }]],
    ["uint256[2][]", [[1, "2"]], [[1n, 2n]]],
    ["address[]", [], []],
  ];
  for (const [type, value, fitted] of FITTING) {
    it(`fit ${JSON.stringify(value)} to ${type}`, () => {
      expect(match(type, value)).to.deep.equal({
        args: [fitted],
        errors: [],
        warnings: [],
        looseFits: 0,
      });
    });
  }

  const WRONG: [type: string, value: unknown, message: string, wanted?: string][] = [
    ["uint8", 256, "it cannot be encoded as uint8"],
    ["int8", 128, "it cannot be encoded as int8"],
    ["uint256", -1, "it cannot be encoded as uint256"],
    ["uint256", 1.5, "it is not a whole number"],
    ["uint256", true, "it is not a number"],
    ["uint256", "AvatarAddress", `this word stands for an address, ${OTHER_TYPE}`],
    ["uint256", null, "it is not a number"],
    ["uint8", [5], "it is not a number"],
    ["uint8", undefined, "it is not a number"],
    ["bool", undefined, "it is missing"],
    ["bool", "true", "it is not a boolean"],
    ["bool", 1, "it is not a boolean"],
    ["bool", { StandAloneContract: 1 }, `it refers to an address, ${OTHER_TYPE}`],
    ["string", 5, "it is not a string"],
    ["string", "a\ud800", "it contains half a character (a lone surrogate)"],
    ["bytes", "0x123", "it is not hex of whole bytes with 0x"],
    ["bytes4", 16, "it is not a string"],
    ["bytes4", "0x0000001234", "it cannot be encoded as bytes4"],
    ["bytes32", "hash", "it is not hex of whole bytes with 0x", ANY_HASH],
    // The hash of an empty file.
    [
      "bytes32",
      "QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH",
      "it is an IPFS hash; the contract stores its digest of 32 bytes",
      "0xbfccda787baba32b59c78450ac3d20b633360b43992c77289f9ed46d843561e6",
    ],
    ["bytes32", `Qm${"z".repeat(44)}`, "it is not hex of whole bytes with 0x", ANY_HASH],
    ["bytes32", `0x${"00".repeat(33)}`, "it cannot be encoded as bytes32", ANY_HASH],
    ["bytes32", { StandAloneContract: 0 }, `it refers to an address, ${OTHER_TYPE}`, ANY_HASH],
    ["bytes32", { voteParams: 2 }, "VotingMachinesParams has no entry 2", "an index of it, 0 to 1"],
    ["bytes32", { voteParam: 0 }, "it is not a reference", '{"voteParams": index}'],
    ["address", 0, "it is not a string", ANY_ADDRESS],
    ["address", `${ADDRESS}00`, "it is not an address", ANY_ADDRESS],
    ["address", "avatarAdress", "it is neither an address nor a word for one", '"AvatarAddress"'],
    [
      "address",
      { StandAloneContract: 2 },
      "stand-alone contract 2 does not exist yet at this point",
      "an index of StandAloneContracts, 0 to 1",
    ],
    [
      "address",
      { StandaloneContract: 0 },
      "it is not a reference",
      '{"StandAloneContract": index}',
    ],
    ["address", { StandAloneContract: 0, voteParams: 0 }, "it is not a reference", ANY_ADDRESS],
    [
      "address",
      { StandAloneContract: {} },
      "its index is not a number",
      '{"StandAloneContract": index}',
    ],
    ["address", { StandAloneContract: "first" }, "it is not a number", ANY_ADDRESS],
    ["address", { voteParams: 1 }, `it refers to a hash (bytes32), ${OTHER_TYPE}`, ANY_ADDRESS],
    ["address[]", ADDRESS, "it is not a list"],
    ["uint8[2]", [1], "the list has 1 elements, not 2"],
    ["tuple", [ADDRESS], "it has 1 components, not 2"],
    ["tuple", [ADDRESS, 1, 2], "it has 3 components, not 2"],
    ["tuple", 7, NO_TUPLE],
    ["tuple", { to: ADDRESS, amount: 1, more: 2 }, NO_TUPLE],
  ];
  for (const [type, value, message, wanted = `${type} x`] of WRONG) {
    it(`refuse ${JSON.stringify(value)} as ${type}`, () => {
      const { errors } = match(type, value);
      expect(errors).to.deep.equal([{ path: "[0]", found: shown(value), wanted, message }]);
    });
  }

  it("name the place in lists and structs, and report all mistakes in them", () => {
    const mistakes = (type: string, value: unknown) =>
      match(type, value).errors.map(({ path, message }) => `${path}: ${message}`);
    expect(mistakes("uint8[][]", [[1, 256], ["x"]])).to.deep.equal([
      "[0][0][1]: it cannot be encoded as uint8",
      "[0][1][0]: it is not a number",
    ]);
    expect(mistakes("tuple", [ADDRESS, 256])).to.deep.equal([
      "[0][1]: it cannot be encoded as uint8",
    ]);
    expect(mistakes("tuple", { to: "0x" })).to.deep.equal([
      "[0].to: it is not an address",
      "[0].amount: it is not a number",
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
