import { expect } from "chai";

import type { Change, ChangeProposal } from "../../../src/change/change.js";
import { changeMarkdown } from "../../../src/change/report/markdown.js";
import { HOLDER, sampleChange, sampleProposal } from "../sample-change.js";

const HOSTILE = "</h2><img src=x> [link](http://x)";
const WARNING = { id: "unknown-code", why: "Why.", check: "Check it.", todo: "Do." } as const;

function proposed(changes: Partial<ChangeProposal>): readonly string[] {
  return changeMarkdown(sampleChange({ proposals: [sampleProposal(changes)] })).split("\n");
}

function told(changes: Partial<Change>): string {
  return changeMarkdown(sampleChange(changes));
}

describe("changeMarkdown", () => {
  it("says that the DAO is as the file says only if nothing differs and all was compared", () => {
    expect(told({})).to.include("\n\nNothing: the DAO is as the file says.\n\n");
    const notCompared = [{ where: "schemes", reason: "the node has no old state" }];
    expect(told({ notCompared }))
      .to.include("Nothing: the DAO is as the file says, as far as that could be compared.")
      .and.include("### What could not be compared\n\n- schemes: the node has no old state");
    const left = [{ rule: "names", where: "orgName", message: "Other.", why: "It is fixed." }];
    expect(told({ left }))
      .to.include("Nothing that a vote can change.")
      .and.include("### What stays different\n\n- Other. It is fixed.")
      .and.not.include("as the file says");
  });

  it("begins with the authors' own text, and escapes everybody else's", () => {
    const change = sampleChange({ name: HOSTILE });
    expect(changeMarkdown(change, " **Ours**\n")).to.match(/^\*\*Ours\*\*\n\n## What changes\n/);
    expect(changeMarkdown(change)).not.to.match(/<img|\[link\]/);
    expect(told({ name: { notRead: "pruned" } })).to.include("a DAO `0x");
  });

  it("names what is sent before any vote as readers know it", () => {
    const transaction = { step: "x", address: HOLDER, data: "0x", gas: "1" };
    const text = told({
      transactions: [
        { ...transaction, kind: "deploy", contract: "My_Scheme" },
        { ...transaction, kind: "call", contract: "AbsoluteVote", function: "setParameters" },
      ],
    });
    // Entities are decoded in text, but not between backticks.
    expect(text)
      .to.include("### Before any vote\n\n- deploy My&#95;Scheme\n\n")
      .and.include("- call setParameters of AbsoluteVote")
      .and.not.match(/`[^`\n]*&#/);
  });

  it("says what the fork showed, and never that an unknown result is a failure", () => {
    const passes = { votes: [], stakes: [] };
    expect(proposed({})).to.include("- on the fork it passed");
    expect(proposed({ passes: { ...passes, verdict: "passed" } })).to.include(
      "- it has passed already",
    );
    const reason = "nobody votes";
    expect(proposed({ passes: { ...passes, verdict: "cannot pass", reason } })).to.include(
      "- ❌ on the fork it did not pass: nobody votes",
    );
    expect(proposed({ passes: { ...passes, verdict: "inconclusive" } })).to.include(
      "- ❔ whether it can pass is not known",
    );
  });

  it("says what happened instead of what a proposal asks for", () => {
    const deeds = [
      { asked: "pay", happened: "no", instead: "nothing was paid" },
      { asked: "call", happened: "inconclusive" },
    ] as const;
    expect(proposed({ does: { verdict: "no", deeds } })).to.include.members([
      "- ❌ pay (nothing was paid)",
      "- ❔ call",
    ]);
  });

  it("says who can pass it, and its state on the chain", () => {
    const control = { vote: "v", neededPercent: 50, share: "51.00", boosting: false };
    const line = (...accounts: readonly string[]) =>
      proposed({ control: { ...control, accounts } }).find((each) => each.includes("at once"));
    expect(line(HOLDER)).to.equal("- more than 50% pass it at once; 1 account has 51.00%");
    expect(line(HOLDER, HOLDER)).to.match(/2 accounts have 51\.00%$/);
    expect(line()).to.match(/all holders together have 51\.00%$/);
    expect(proposed({ status: "failed", after: [2, 3], number: 4 })).to.include.members([
      "### Proposal 4, after 2, 3",
      "- ⚠️ it failed before",
    ]);
    expect(proposed({ status: "open" })).to.include("- it is on the chain, and open");
    expect(proposed({ differences: ["a differs"] })).to.include("- a differs");
  });

  it("distinguishes warnings from checks that could not run", () => {
    const warnings = [
      { ...WARNING, status: "warning", what: "Unknown code." },
      { ...WARNING, status: "inconclusive", what: "Not traced." },
    ] as const;
    expect(proposed({ warnings })).to.include.members([
      "- ⚠️ **unknown-code**: Unknown code. Check it.",
      "- ❔ **unknown-code**: Not traced. Check it.",
    ]);
    expect(told({ warnings })).to.include("❔ **unknown-code**: Not traced. Why. Check it.");
  });
});
