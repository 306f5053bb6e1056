import { expect } from "chai";

import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import { pageOf } from "../../../../src/output/report/page.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { HOSTILE } from "../../../engine/inspect/sample-inspection.js";
import { sampleFacts } from "../sample-facts.js";
import { POWERLESS, sampleSimulation } from "../sample-simulation.js";

const facts = sampleFacts({ proposals: 6 });
// Of these six, the first and the fourth are open.
const [first, , , second] = facts.inspection.proposals as readonly [
  ProposalDescription,
  ProposalDescription,
  ProposalDescription,
  ProposalDescription,
];

/** Returns the proposals section, with simulations of the first two open proposals. */
function partOf(...changes: readonly Partial<Simulation>[]): string {
  const simulations = changes.map((change, index) =>
    sampleSimulation(facts.inspection, index === 0 ? first : second, HOSTILE, change),
  );
  const page = pageOf({ ...facts, simulations }).replaceAll("\n", " ");
  return page.slice(page.indexOf('id="proposals"'), page.indexOf('id="permissions"'));
}

/** Returns the badges that are shown while a proposal is folded. */
const badgesOf = (part: string): string[] =>
  [
    ...part
      .replaceAll(/<\/summary>.*?(<summary|$)/g, "$1")
      .matchAll(/<span class="badge (\w+)">([^<]*)<\/span>/g),
  ]
    .map(([, tone, text]) => `${tone}: ${text}`)
    .filter((text) => !/: (open|done|rejected)$/.test(text));
const fine = {
  ...POWERLESS,
  does: { verdict: "yes", effects: [] },
  warnings: [],
  expectations: [],
} as const;

describe("simulations on the page", () => {
  it("shows verdicts, warnings and consequences below the proposal, and strangers' words as text", () => {
    const part = partOf({});
    expect(badgesOf(part)).to.deep.equal([
      "danger: does not do what it says",
      "danger: changes who has power",
      "caution: 2 warnings",
    ]);
    for (const words of [
      "What it would do",
      "Who gains or loses power?",
      'Does it pass? <span class="badge good">It can.</span>',
      "Does it do what it says?",
      "not done",
      "If it passes",
      "If it does not pass",
      "With other pending proposals",
      "How the DAO changes",
    ]) {
      expect(part).to.include(words);
    }
    expect(part).to.include("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
    expect(part).not.to.match(/<img|<svg onload|\p{Bidi_Control}/u);
    expect(part).to.include(sampleSimulation(facts.inspection, first, HOSTILE).hash);
  });

  it("says the result in a word", () => {
    const passes = (verdict: Simulation["passes"]["verdict"]) =>
      ({ passes: { verdict, votes: [], stakes: [] } }) as const;
    for (const [change, badges] of [
      [fine, ["good: does what it says"]],
      [{ ...fine, ...passes("passed") }, ["good: does what it says"]],
      [{ ...POWERLESS, does: fine.does }, ["caution: 2 warnings"]],
      [{ ...fine, ...passes("cannot pass") }, ["danger: cannot pass", "good: does what it says"]],
      [{ ...fine, ...passes("inconclusive") }, ["caution: unknown whether it can pass"]],
      [
        { ...fine, does: { verdict: "inconclusive", effects: [] } },
        ["caution: unknown what it does"],
      ],
    ] as const) {
      expect(badgesOf(partOf(change)), JSON.stringify(change)).to.deep.equal(
        badges.filter((text) => badges.length === 1 || !text.startsWith("good")),
      );
    }
  });

  it("says how many were simulated, and how many of those fail", () => {
    expect(partOf()).to.include("Pending proposals were not simulated.");
    const one = partOf({});
    expect(one)
      .to.match(/1 of 2 pending proposals was passed/)
      .and.match(/Of these, 1 cannot/);
    const both = partOf(fine, fine);
    expect(both).to.match(/2 of 2 .* were passed +on a fork/);
    expect(both).to.include("All of these can pass and do what they say, and nobody");
  });

  it("says if a simulation is from another block than the page", () => {
    expect(partOf({})).not.to.include("not the block of this report");
    const block = { ...facts.inspection.block, number: 5 };
    expect(partOf({ block })).to.match(/block 5, .*which is not the block of this report/);
  });
});
