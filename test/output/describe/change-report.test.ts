import { expect } from "chai";

import { compareInspections } from "../../../src/engine/inspect/compare/compare-inspections.js";
import {
  driftDocument,
  reportText,
  reviewDocument,
} from "../../../src/output/describe/change-report.js";
import { block, line } from "../../../src/output/document/document.js";
import { toMarkdown } from "../../../src/output/document/to-markdown.js";
import type { DaoChange } from "../../../src/operations/change/change.js";
import { sampleChange, sampleProposal } from "../../operations/change/sample-change.js";
import { RICH } from "./rich-dao.js";

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

  it("shows the first of many warnings of one kind, so that what comes after them is not cut off", () => {
    const warning = { id: "w", status: "warning", what: "A", why: "B", check: "C", todo: "D" };
    const warnings = Array.from({ length: 900 }, () => warning as never);
    const text = markdown({ warnings, proposals: [sampleProposal({ warnings })] });
    expect(text.match(/w\*\*: 899 more \(the JSON has them all\)/g)).to.have.length(3);
    expect(text).to.match(/Hash `0xcd`\.$/);
    const [after, change] = [RICH, sampleChange({ warnings })];
    const comparison = compareInspections(RICH, RICH);
    const chain = { name: "sepolia" };
    const drift = { comparison, after, chain, transactions: [], change, isWhole: true };
    expect(reportText(driftDocument(drift)))
      .to.include("899 more")
      .and.include("Nothing changed.");
  });

  it("says how long it takes at least, unless there is nothing to pass or that is not known", () => {
    const waiting = sampleProposal({ number: 2, after: [1], leastSeconds: 60 });
    const least = "Passing all of it takes at least";
    expect(markdown({ proposals: [sampleProposal(), waiting] })).to.include(`${least} 1 h 1 min.`);
    const passes = { verdict: "inconclusive", votes: [], stakes: [] } as const;
    for (const proposals of [[], [sampleProposal(), sampleProposal({ passes })]])
      expect(markdown({ proposals })).to.not.include(least);
  });

  it("is cut at the end of a line, and says how much is missing", () => {
    const lines = Array.from({ length: 5000 }, (_, number) => line(`the line with ${number}`));
    const whole = toMarkdown(block("long", ...lines));
    const [kept = "", told = ""] = reportText(block("long", ...lines)).split("\n\n*Cut here: ");
    expect(kept.length).to.be.within(1000, 60_000);
    expect(whole.startsWith(`${kept}\n`)).to.equal(true);
    const missing = (whole.length - kept.length).toLocaleString("en-US");
    expect(told).to.equal(`${missing} more characters. Pass --json for all of it.*`);
  });
});
