import { AbiCoder } from "ethers";
import { expect } from "chai";
import fc from "fast-check";

import type { AbiParameter } from "../../../src/arc/artifact.js";
import { matchArguments } from "../../../src/params/resolve/match-arguments.js";
import { ADDRESS } from "../support.js";

const SCOPE = { standAloneCount: 2, voteParamsCount: 2 };
const match = (type: string, value: unknown, components?: AbiParameter[]) =>
  matchArguments([{ name: "x", type, ...(components && { components }) }], [value], SCOPE);

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

  const WRONG: [type: string, value: unknown, message: RegExp][] = [
    ["uint256", -1, /cannot be encoded as uint256/],
    ["uint8", 256, /cannot be encoded as uint8/],
    ["int8", 128, /cannot be encoded as int8/],
    ["uint256", 1.5, /whole/],
    ["uint256", true, /not a number/],
    ["uint256", "AvatarAddress", /stands for an address/],
    ["uint256", null, /not a number/],
    ["bool", "true", /not a boolean/],
    ["bool", 1, /not a boolean/],
    ["string", 5, /not a string/],
    ["string", "a\ud800", /surrogate/],
    ["string", "AvatarAddress", /stands for an address/],
    ["address", 0, /not a string/],
    ["address", "avatarAddress", /nor a word for one/],
    ["address", `${ADDRESS}00`, /not an address/],
    ["address", { StandAloneContract: 2 }, /stand-alone contract 2 does not exist yet/],
    ["address", { StandaloneContract: 0 }, /not a reference/],
    ["address", { StandAloneContract: 0, voteParams: 0 }, /not a reference/],
    ["address", { StandAloneContract: "first" }, /not a number/],
    ["address", { voteParams: 0 }, /hash/],
    ["bytes32", { StandAloneContract: 0 }, /refers to an address/],
    ["bytes32", { voteParams: 2 }, /no entry 2/],
    ["bytes32", { voteparams: 0 }, /not a reference/],
    ["bytes32", `0x${"00".repeat(33)}`, /cannot be encoded/],
    ["bytes", "0x123", /whole bytes/],
    ["bytes4", 16, /not a string/],
    ["address[]", ADDRESS, /not a list/],
    ["uint256[2]", [1], /1 elements, not 2/],
  ];
  for (const [type, value, message] of WRONG) {
    it(`refuse ${JSON.stringify(value)} as ${type}`, () => {
      const { errors } = match(type, value);
      expect(errors).to.have.length(1);
      expect(errors[0]?.message).to.match(message);
      expect(errors[0]?.path).to.deep.equal([0]);
    });
  }

  it("name the position in a nested list, and report all mistakes in it", () => {
    const { errors } = match("uint8[][]", [[1, 256], ["x"]]);
    expect(errors.map(({ path }) => path)).to.deep.equal([
      [0, 0, 1],
      [0, 1, 0],
    ]);
  });

  it("take a struct as a list or by the names of its fields", () => {
    const components = [
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" },
    ];
    const fitted = [[{ address: "AvatarAddress" }, 5n]];
    for (const value of [["AvatarAddress", 5], { amount: 5, to: "AvatarAddress" }]) {
      expect(match("tuple", value, components).args).to.deep.equal(fitted);
    }
    for (const value of [["AvatarAddress"], { to: "AvatarAddress" }, { to: 1, sum: 2 }, 7]) {
      expect(match("tuple", value, components).errors, JSON.stringify(value)).not.to.be.empty;
    }
  });

  it("pad hex that is too short at its end, as the predecessor did, with a warning", () => {
    const { args, errors, warnings } = match("bytes32", `0x${"00".repeat(19)}01`);
    expect(args).to.deep.equal([`0x${"00".repeat(19)}01${"00".repeat(12)}`]);
    expect(errors).to.deep.equal([]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]?.message).to.include("12 bytes short");
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
