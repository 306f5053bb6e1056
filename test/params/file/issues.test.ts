import { expect } from "chai";

import { MigrationError } from "../../../src/support/errors.js";
import { formatPath, IssueList, ParametersError, shown } from "../../../src/params/file/issues.js";

describe("issues of a parameters file", () => {
  it("prints file, path, what was found and what is wanted, for each mistake", () => {
    const issues = new IssueList("dao.json");
    issues.error(["founders", 3, "address"], "0x12", "an address", "it is not an address");
    issues.error(["orgName"], 7, "a text", "it is something else");
    expect(() => issues.throwIfAny())
      .to.throw(ParametersError)
      .with.property(
        "message",
        [
          "dao.json: 2 mistakes, nothing was sent",
          "  founders[3].address: it is not an address",
          '    found:  "0x12"',
          "    wanted: an address",
          "  orgName: it is something else",
          "    found:  7",
          "    wanted: a text",
        ].join("\n"),
      );
  });

  it("is a MigrationError with every mistake, including those it does not print", () => {
    const issues = new IssueList();
    for (let i = 0; i < 250; i++) issues.error(["founders", i], i, "a founder", "wrong");
    const error = new ParametersError(issues.errors);
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.issues).to.have.length(250);
    expect(error.message).to.include("250 mistakes").and.to.include("and 150 more");
  });

  it("throws nothing for warnings alone", () => {
    const issues = new IssueList();
    issues.warn(["note"], "x", "nothing", "odd");
    expect(() => issues.throwIfAny()).not.to.throw();
  });

  it("writes paths as one would in JavaScript", () => {
    expect(formatPath(["a", 0, "b", "c d", 1])).to.equal('a[0].b["c d"][1]');
    expect(formatPath([])).to.equal("");
    expect(formatPath(["$schema"])).to.equal("$schema");
  });

  it("shortens values, and shows no 32 bytes that may be a private key", () => {
    const key = `0x4f3edf983ac636a6${"5a842ce7c78d9aa7".repeat(3)}`;
    expect(shown(key)).to.equal('"0x4f3e"... (32 bytes of hex)');
    expect(shown(key.slice(2))).to.not.include(key.slice(10, 20));
    expect(shown("x".repeat(500))).to.have.length(80);
    expect(shown([1, 2])).to.equal("a list of 2");
    expect(shown({ a: 1 })).to.equal("an object with a");
    expect(shown(undefined)).to.equal("nothing");
    expect(shown(null)).to.equal("null");
  });
});
