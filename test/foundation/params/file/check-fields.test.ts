import { expect } from "chai";

import { checkFields, checkKeys } from "../../../../src/foundation/params/file/check-fields.js";
import { IssueList } from "../../../../src/foundation/params/file/issues.js";
import { Place } from "../../../../src/foundation/params/file/place.js";
import { plain } from "../../../../src/foundation/params/file/plain.js";
import { expectRecorded } from "../../../recorded.js";
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

describe("checkFields", () => {
  const VALUES: readonly (readonly [Kind, string, ...values: unknown[]])[] = [
    ["DaoSection", "noTrack", true, "true"],
    ["DaoSection", "orgName", "DAO", 7, " "],
    ["StandAloneContractParameters", "name", "Box$1", "../Box"],
    ["StandAloneContractParameters", "constructor", true],
    [
      ...(["FounderParameters", "address", ADDRESS.toLowerCase(), 7] as const),
      ...[undefined, ADDRESS.replace("F8bf", "f8bf")],
    ],
    ["CustomSchemeParameters", "permissions", "0x000012ab", "0x12"],
    ["PresetParameters", "votingParamsHash", `0x${"ab".repeat(32)}`],
    ["FounderParameters", "tokens", "0.5", 2n, true, -1],
    ["GenesisProtocolParameters", "thresholdConst", "0x10", 0.5],
    ["SchemeParameters", "voteParams", "3", -1],
    ["GenesisProtocolParameters", "activationTime", 12345678901234567000],
  ];
  for (const [kind, field, ...values] of VALUES) {
    it(`reads ${field} of ${kind}`, () => {
      expectRecorded(values.map((value) => [value, read(kind, field, value)]));
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
});
