import { expect } from "chai";

import { reportText, reviewDocument } from "../../../src/output/describe/change-report.js";
import type { DaoChange } from "../../../src/operations/change/change.js";
import { sampleChange, sampleProposal } from "../../operations/change/sample-change.js";

describe("reviewDocument", () => {
  const hostile = "</h2><img src=x> [link](http://x) @all";
  const markdown = (changes: Partial<DaoChange>): string =>
    reportText(reviewDocument(sampleChange(changes)));

  it("is the same change for a forum, with everybody's text escaped, and its hash", () => {
    const warning = { id: "w", status: "warning", what: hostile, why: "B", check: "C", todo: "D" };
    const effects = [{ request: hostile, happened: "no", instead: hostile }] as const;
    const text = markdown({
      name: hostile,
      proposals: [
        sampleProposal({
          why: hostile,
          warnings: [warning as never],
          does: { verdict: "no", effects },
        }),
      ],
      left: [{ rule: "names", where: "orgName", message: hostile, why: hostile }],
    });
    expect(text).not.to.match(/<img|\[link\]|@all/);
    expect(text.split("\n")).to.include.members([
      "### Warnings",
      "### Differences that remain",
      "### Each proposal",
    ]);
    expect(text).to.match(/^#### Proposal 1: /m);
    expect(text).to.include("- ⚠️ Proposal 1: **w**: ").and.include("❌ not done: ");
    expect(text).to.match(/Hash `0xcd`\.$/);
  });
});
