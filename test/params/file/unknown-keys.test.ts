import { expect } from "chai";

import { IssueList } from "../../../src/params/file/issues.js";
import { checkKeys } from "../../../src/params/file/unknown-keys.js";

describe("unknown keys", () => {
  const KNOWN = ["unregisterOwner", "founders", "tokens", "name", "VotingMachinesParams"];
  it("reports a close one as a mistake and another one as a warning", () => {
    const issues = new IssueList();
    checkKeys({ foundrs: [], note: "x", founders: [] }, KNOWN, ["kovan"], issues);
    expect(issues.errors).to.have.length(1);
    expect(issues.errors[0]).to.include({ path: "kovan.foundrs", wanted: 'the key "founders"' });
    expect(issues.warnings.map(({ path }) => path)).to.deep.equal(["kovan.note"]);
  });

  it("says of a key from another place where its value belongs, otherwise which keys there are", () => {
    const issues = new IssueList();
    const hints = { voteParams: "voteRegisterParams and voteRemoveParams" };
    checkKeys({ voteParams: 0, colour: 1 }, KNOWN, [], issues, hints);
    expect(issues.warnings.map(({ wanted }) => wanted)).to.deep.equal([
      "voteRegisterParams and voteRemoveParams",
      `one of ${KNOWN.join(", ")}`,
    ]);
  });

  it("is not fooled by keys that every object inherits", () => {
    const issues = new IssueList();
    checkKeys(
      JSON.parse('{"__proto__": 1, "toString": 2}') as object as never,
      KNOWN,
      [],
      issues,
      {},
    );
    expect(issues.errors).to.deep.equal([]);
    expect(issues.warnings.map(({ path }) => path)).to.have.members(["__proto__", "toString"]);
  });
});
