import { expect } from "chai";

import { MigrationError } from "../../../../src/foundation/support/errors.js";
import {
  Described,
  formatPath,
  IssueList,
  ParametersError,
} from "../../../../src/foundation/params/file/issues.js";
import { shown } from "../../../../src/foundation/support/shown.js";
import { expectRecorded } from "../../../recorded.js";

function thrownBy(issues: IssueList): ParametersError {
  try {
    issues.throwIfAny();
  } catch (error) {
    return error as ParametersError;
  }
  throw new Error("It throws nothing.");
}

describe("issues of a parameters file", () => {
  it("prints file, path, what was found and what is wanted, for each mistake", () => {
    const issues = new IssueList("dao.json");
    issues.error(["founders", 3, "address"], "0x12", "an address", "it is not an address");
    issues.error(["orgName"], 7, "a text", "it is something else");
    issues.error(["schemes"], new Described("the key x"), "the key y", "unknown key");
    expectRecorded(thrownBy(issues).message);
  });

  it("throws nothing for warnings alone", () => {
    const issues = new IssueList();
    issues.warn(["note"], "x", "nothing", "odd");
    expect(() => issues.throwIfAny()).not.to.throw();
  });
});

describe("a value in an issue", () => {
  const CASES: [what: string, value: unknown, text: string][] = [
    ["a text", "a\nb", '"a\\nb"'],
    ["a bigint", 12n, "12"],
    ["a number", 0.5, "0.5"],
    ["a switch", false, "false"],
    ["a function", () => 1, "a function"],
    ["a symbol", Symbol("x"), "a symbol"],
    ["nothing", undefined, "nothing"],
    ["null", null, "null"],
    ["an empty list", [], "a list of 0"],
    ["a list of one", [1], "a list of one"],
    ["a list of two", [1, 2], "a list of 2"],
    ["an empty object", {}, "{}"],
    ["an object", { a: 1, b: 2 }, "an object with a, b"],
    ["a text of 80 characters", "x".repeat(78), `"${"x".repeat(78)}"`],
    ["a text of 81 characters", "x".repeat(79), `"${"x".repeat(76)}...`],
    ["31 bytes of hex", `0x${"ab".repeat(31)}`, `"0x${"ab".repeat(31)}"`],
    ["32 bytes of hex", `0x${"AB".repeat(32)}`, '"0xABAB"... (32 bytes of hex)'],
    ["32 bytes of hex without 0x", "12".repeat(32), '"121212"... (32 bytes of hex)'],
  ];
  for (const [what, value, text] of CASES) {
    it(`that is ${what} is shown briefly`, () => {
      expect(shown(value)).to.equal(text);
    });
  }

  it("is placed by a path that quotes whatever is no identifier", () => {
    expect(formatPath(["a b", 0])).to.equal('["a b"][0]');
    expect(formatPath(["a", 0, "b", "c d", 1])).to.equal('a[0].b["c d"][1]');
    expect(formatPath([])).to.equal("");
    expect(formatPath(["$schema"])).to.equal("$schema");
    expect(formatPath(["é1", "2x"])).to.equal('é1["2x"]');
  });
});

describe("the error for parameters", () => {
  const issue = { path: "", found: "7", wanted: "an object", message: "it is not an object" };

  it("is a MigrationError that names itself, and the parameters where there is no file", () => {
    const error = new ParametersError([issue]);
    expect(error).to.be.instanceOf(MigrationError).and.include({ name: "ParametersError" });
    expectRecorded(error.message);
  });

  it("prints a hundred mistakes, and counts the others", () => {
    const lines = (count: number) =>
      new ParametersError(Array.from({ length: count }, () => issue)).message.split("\n");
    expect(lines(100)).to.have.length(301);
    expect(lines(101)).to.have.length(302);
    expect(lines(101).at(-1)).to.equal("  and 1 more");
  });

  it("has the warnings, too", () => {
    const issues = new IssueList("dao.json");
    issues.warn(["note"], 1, "nothing", "odd");
    issues.error([], 7, "an object", "it is not an object");
    expectRecorded(thrownBy(issues).warnings);
  });
});
