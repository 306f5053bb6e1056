import { expect } from "chai";

import { checkFields, checkKeys } from "../../../../src/foundation/params/file/check-fields.js";
import { IssueList } from "../../../../src/foundation/params/file/issues.js";
import { Place } from "../../../../src/foundation/params/file/place.js";
import { plain } from "../../../../src/foundation/params/file/plain.js";
import { ADDRESS, GENESIS_PROTOCOL } from "../support.js";

type Kind = Parameters<typeof checkFields>[0];

/** Returns the read value of a field, or what is wanted and what is wrong. */
function read(kind: Kind, field: string, value: unknown): unknown {
  const issues = new IssueList();
  const required =
    kind === "GenesisProtocolParameters"
      ? GENESIS_PROTOCOL
      : { address: ADDRESS, functionName: "f", name: "C", permissions: "0x00000000" };
  const object = plain({ ...required, [field]: value }, issues);
  const checked = checkFields(kind, new Place(object, issues));
  const [issue, ...others] = issues.errors;
  expect(others).to.deep.equal([]);
  if (issue === undefined) return (checked as Record<string, unknown>)[field];
  expect(issue.path).to.equal(field);
  return [issue.wanted, issue.message];
}

const WANTED_TOKENS =
  'an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")';
const WANTED_UINT = "a whole number from 0 to 2^256 - 1";
const WANTED_INDEX = "an index: a whole number from 0";
const WANTED_ADDRESS = "an address: 0x and 40 hex digits";
const WANTED_NAME =
  "the name of a contract (letters, digits, _ and $), or with its source, as in contracts/A.sol:A";
const WRONG_TYPE = "it has the wrong type";

describe("checkFields", () => {
  const CASES: readonly (readonly [Kind, string, unknown, unknown])[] = [
    ["DaoSection", "noTrack", true, true],
    ["DaoSection", "noTrack", "true", ["true or false", WRONG_TYPE]],
    ["DaoSection", "orgName", "DAO", "DAO"],
    ["DaoSection", "orgName", 7, ["a non-empty string", WRONG_TYPE]],
    ["DaoSection", "orgName", " ", ["a non-empty string", "it is empty"]],
    ["StandAloneContractParameters", "name", "Box$1", "Box$1"],
    [
      "StandAloneContractParameters",
      "name",
      "../Box",
      [WANTED_NAME, "it is not the name of a contract"],
    ],
    ["StandAloneContractParameters", "constructor", true, true],
    ["FounderParameters", "address", ADDRESS.toLowerCase(), ADDRESS],
    ["FounderParameters", "address", 7, [WANTED_ADDRESS, WRONG_TYPE]],
    ["FounderParameters", "address", undefined, [WANTED_ADDRESS, "it is missing"]],
    [
      "FounderParameters",
      "address",
      ADDRESS.replace("F8bf", "f8bf"),
      [
        `${ADDRESS} if the letters are right and only their case is not`,
        "the checksum of the address is wrong",
      ],
    ],
    ["CustomSchemeParameters", "permissions", "0x000012ab", "0x000012ab"],
    [
      "CustomSchemeParameters",
      "permissions",
      "0x12",
      ["4 bytes: 0x and 8 hex digits, such as 0x00000010", "it has 2 hex digits, not 8"],
    ],
    ["PresetParameters", "votingParamsHash", `0x${"ab".repeat(32)}`, `0x${"ab".repeat(32)}`],
    ["FounderParameters", "tokens", "0.5", 5n * 10n ** 17n],
    ["FounderParameters", "tokens", 2n, 2n * 10n ** 18n],
    ["FounderParameters", "tokens", true, [WANTED_TOKENS, WRONG_TYPE]],
    ["FounderParameters", "tokens", -1, [WANTED_TOKENS, "an amount cannot be negative"]],
    ["GenesisProtocolParameters", "thresholdConst", "0x10", 16n],
    ["GenesisProtocolParameters", "thresholdConst", 0.5, [WANTED_UINT, "it is not a whole number"]],
    ["SchemeParameters", "voteParams", "3", 3],
    ["SchemeParameters", "voteParams", -1, [WANTED_INDEX, "it cannot be negative"]],
    [
      "GenesisProtocolParameters",
      "activationTime",
      12345678901234567000,
      [
        "the number as a string in quotes, or as a bigint",
        "a JavaScript number of this size loses digits",
      ],
    ],
  ];
  for (const [kind, field, value, expected] of CASES) {
    it(`reads ${String(value)} as ${field} of ${kind}`, () => {
      expect(read(kind, field, value)).to.deep.equal(expected);
    });
  }
});

describe("unknown keys", () => {
  const KNOWN = ["unregisterOwner", "founders", "tokens", "name", "VotingMachinesParams"];
  const check = (object: unknown, hints?: Record<string, string>) => {
    const issues = new IssueList();
    checkKeys(new Place(object, issues, ["kovan"]), KNOWN, hints);
    return issues;
  };

  it("are a mistake if they are close to a known one, otherwise a warning", () => {
    const { errors, warnings } = check({ foundrs: [], note: "x", founders: [] });
    expect(errors).to.have.length(1);
    expect(errors[0]).to.include({ path: "kovan.foundrs", wanted: 'the key "founders"' });
    expect(warnings.map(({ path }) => path)).to.deep.equal(["kovan.note"]);
  });

  it("come with where their value belongs, otherwise with which keys there are", () => {
    const hints = { voteParams: "voteRegisterParams and voteRemoveParams" };
    const { warnings } = check({ voteParams: 0, colour: 1 }, hints);
    expect(warnings.map(({ wanted }) => wanted)).to.deep.equal([
      "voteRegisterParams and voteRemoveParams",
      `one of ${KNOWN.join(", ")}`,
    ]);
  });

  it("may be keys that every object inherits", () => {
    const { errors, warnings } = check(JSON.parse('{"__proto__": 1, "toString": 2}'));
    expect(errors).to.deep.equal([]);
    expect(warnings.map(({ path }) => path)).to.have.members(["kovan.__proto__", "kovan.toString"]);
  });
});
