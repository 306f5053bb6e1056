import { join } from "node:path";

import { expect } from "chai";

import type { DaoChange, ChangeProposal } from "../../src/change/change.js";
import { changeDocument, changeProposalDocument } from "../../src/describe/change.js";
import { toMarkdown } from "../../src/document/to-markdown.js";
import { toTerminal } from "../../src/document/to-terminal.js";
import { HOLDER, sampleChange, sampleProposal, SCHEME } from "../change/sample-change.js";

const NOT_COMPARED = [{ where: "schemes", reason: "the node has no old state" }];
const LEFT = [{ rule: "names", where: "orgName", message: "Other name.", why: "It is fixed." }];

function told(changes: Partial<DaoChange>): readonly string[] {
  return toTerminal(changeDocument(sampleChange(changes))).split("\n");
}

function proposed(changes: Partial<ChangeProposal>): readonly string[] {
  return told({ proposals: [sampleProposal(changes)] });
}

describe("changeDocument", () => {
  it("says that nothing is to do, and whether the DAO matches the file", () => {
    expect(told({}).at(-1)).to.equal("Nothing to do. The DAO matches the file.");
    expect(told({ left: LEFT })).to.include.members([
      "Differences that remain",
      "  Other name.",
      "    It is fixed.",
      "Nothing to do. The remaining differences are above (1).",
    ]);
    expect(told({ notCompared: NOT_COMPARED })).to.include.members([
      "What could not be compared",
      "  schemes: the node has no old state",
      "Nothing to do. Not everything could be compared (1, above).",
    ]);
  });

  it("names the DAO and the file", () => {
    const params = join(process.cwd(), "dao.json");
    expect(told({ params })).to.include.members([
      `DAO Harbour, ${SCHEME}, on mainnet (chain ID 1), block 7`,
      "to match dao.json, Arc 0.0.1-rc.57",
    ]);
    expect(told({ name: "" })[0]).to.match(/^DAO without a name, 0x/);
    expect(told({})[1]).to.match(/^to match the parameters, /);
  });

  it("sums up what is proposed, and what that achieves", () => {
    const proposals = [sampleProposal()];
    const last = (changes: Partial<DaoChange>) => told({ proposals, ...changes }).at(-1);
    expect(last({})).to.equal(
      "1 proposal; 1,000 gas, votes not included. Carried out on a fork, the DAO then matches the file.",
    );
    expect(last({ left: LEFT })).to.match(
      /the DAO still differs from the file\. The remaining differences are above \(1\)\.$/,
    );
    expect(last({ notCompared: NOT_COMPARED })).to.match(
      /then matches the file as far as that could be compared\. Not everything could be compared \(1, above\)\.$/,
    );
  });

  it("lists what is sent first, and warnings", () => {
    const transaction = { step: "x", address: HOLDER, data: "0x", gas: "21000" };
    const warning = { id: "w", status: "warning", what: "A", why: "B", check: "C", todo: "D" };
    const lines = told({
      proposals: [sampleProposal({ warnings: [warning as never] })],
      transactions: [
        { ...transaction, kind: "deploy", contract: "Redeemer" },
        { ...transaction, kind: "call", contract: "AbsoluteVote", function: "setParameters" },
      ],
      warnings: [warning as never],
    });
    expect(lines).to.include.members([
      "First, sent by the proposer",
      "  deploy Redeemer, gas 21,000",
      `  AbsoluteVote.setParameters of ${HOLDER}, gas 21,000`,
      "Warnings",
      "    do     D",
    ]);
    expect(lines.filter((line) => line === "  ! w: A")).to.have.length(2);
  });

  it("says whether a proposal passes, and what else is to know about it", () => {
    const passes = { votes: [], stakes: [] };
    expect(proposed({})).to.include.members([
      "Proposal 1: pay 4 ether",
      `  to be made; through ContributionReward ${SCHEME}`,
      "  it can pass; at the earliest in 1 h (3600 s)",
      "  gas: 1,000 to propose it, 2,000 for the rest",
    ]);
    expect(proposed({ passes: { ...passes, verdict: "passed" } })).to.include(
      "  it has passed already",
    );
    const reason = "nobody votes";
    expect(proposed({ passes: { ...passes, verdict: "cannot pass", reason } })).to.include(
      "  it CANNOT pass: nobody votes",
    );
    expect(proposed({ passes: { ...passes, verdict: "inconclusive", reason } })).to.include(
      "  whether it can pass is unknown: nobody votes",
    );
    expect(proposed({ status: "waits", after: [2, 3], id: "0xab" })).to.include(
      `  waits for 2, 3 (0xab); through ContributionReward ${SCHEME}`,
    );
    const { scheme, ...rest } = sampleProposal({ differences: ["a differs"] });
    expect(scheme).not.to.equal(undefined);
    expect(told({ proposals: [rest] })).to.include.members([
      "    a differs",
      "  to be made; no scheme may propose it",
    ]);
  });

  it("distinguishes what does not happen from what is not known", () => {
    const effects = [
      { request: "pay", happened: "no", instead: "nothing was paid" },
      { request: "call", happened: "inconclusive", instead: "it could not be traced" },
      { request: "add", happened: "inconclusive" },
    ] as const;
    expect(proposed({ does: { verdict: "no", effects } })).to.include.members([
      "  NOT DONE: pay: nothing was paid",
      "  not known whether done: call: it could not be traced",
      "  not known whether done: add: the reason is not known",
    ]);
  });

  it("says who can pass a proposal, and how long a vote takes", () => {
    const control = { vote: "v", neededPercent: 50, share: "51.00", boosting: true };
    const rules = { GenesisProtocol: { queuedVotePeriodLimit: 60, boostedVotePeriodLimit: 30 } };
    const votes = { votingMachine: SCHEME, paramsHash: "0x", rules } as never;
    expect(proposed({ votes, control: { ...control, accounts: [HOLDER] } })).to.include.members([
      "  to pass it at once: 1 account with 51.00% of the reputation (more than 50% decides); fewer if a proposal is boosted and nobody votes against it",
      "  a vote is open for 1 min (60 s), boosted for 30 s",
    ]);
    expect(proposed({ control: { ...control, accounts: [] } })).to.include(
      "  to pass it at once: nobody: all accounts together have no more than 50% of the reputation",
    );
    const unread = { votingMachine: SCHEME, paramsHash: "0x", rules: { notRead: "x" } };
    expect(proposed({ votes: unread }).join()).not.to.include("a vote is open");
  });
});

describe("changeProposalDocument", () => {
  const hostile = "</h2><img src=x> [link](http://x) @all";
  const markdown = (changes: Partial<DaoChange>): string =>
    toMarkdown(changeProposalDocument(sampleChange(changes)));

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
    expect(text.split("\n")).to.include.members(["## What changes", "### Differences that remain"]);
    expect(text).to.match(/^### Proposal 1: /m);
    expect(text).to.include("- ⚠️ **w**: ").and.include("❌ not done: ");
    expect(text).to.match(/Hash `0xcd`\.$/);
  });
});
