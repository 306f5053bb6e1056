import { expect } from "chai";

import { simulationMarkdown } from "../../../src/simulate/report/markdown.js";
import type { Future, Outcome, Simulation } from "../../../src/simulate/simulation.js";
import { account, sampleFacts } from "../../report/sample-facts.js";
import { sampleSimulation } from "../../report/sample-simulation.js";

const { inspection } = sampleFacts();
const [PROPOSAL] = inspection.proposals as Extract<typeof inspection.proposals, readonly unknown[]>;
const [HOLDER, TOKEN] = [account(20), account(10)];
const ONE = String(10n ** 18n);
const { passed } = sampleSimulation(inspection, PROPOSAL!, "text");

function markdown(changes: Partial<Simulation> = {}, lines: readonly string[] = []): string {
  const simulation = sampleSimulation(inspection, PROPOSAL!, "text", changes);
  return simulationMarkdown(simulation, lines);
}

function future(changes: Partial<Future>): Future {
  const { obstacle: _obstacle, ...rest } = passed;
  return { ...rest, ...changes };
}

describe("simulationMarkdown", () => {
  for (const [verdict, words] of [
    ["passed", "✅ It has passed already"],
    ["can pass", "✅ It can pass"],
    ["cannot pass", "❌ It cannot pass"],
    ["inconclusive", "❔ Not known"],
  ] as const) {
    it(`says "${words}" at the top`, () => {
      const passes = { verdict, reason: "nobody votes", votes: [], stakes: [] };
      expect(markdown({ passes })).to.include(`### Does it pass? ${words}\n\nnobody votes\n`);
    });
  }

  it("names those who vote and stake, with the unit of the stakes", () => {
    const passes = {
      verdict: "can pass",
      votes: [{ account: HOLDER, reputation: ONE, share: "51.00" }],
      stakes: [{ account: HOLDER, amount: ONE }],
    } as const;
    expect(markdown({ passes })).to.include(
      `- \`${HOLDER}\` votes for it with 51.00%\n- \`${HOLDER}\` stakes ${ONE} wei of the staking token\n`,
    );
    const boost = { stake: ONE, stakingToken: TOKEN };
    expect(markdown({ passes: { ...passes, boost } })).to.include(
      `stakes ${ONE} wei of the token \`${TOKEN}\`\n`,
    );
  });

  it("says whether expectations are met, and what was found", () => {
    const expectations = [
      { expected: "a", met: "yes" },
      { expected: "b", met: "no", found: "c" },
      { expected: "d", met: "inconclusive" },
    ] as const;
    expect(markdown({ expectations })).to.include(
      "### Expectations\n\n- ✅ Yes: a\n- ❌ No: b (c)\n- ❔ Not known: d\n",
    );
  });

  it("has no parts without content", () => {
    const {
      failed: _failed,
      others: _others,
      expectations: _expectations,
      ...rest
    } = sampleSimulation(inspection, PROPOSAL!, "text", { warnings: [] });
    const text = simulationMarkdown(rest);
    expect(text).to.include("### No warnings");
    expect(text).to.not.match(/### (Expectations|If it does not pass|With other)/);
    expect(text).to.not.match(/undefined|NaN|\[object/);
  });

  it("distinguishes warnings from what could not be checked", () => {
    const rest = { what: "a", why: "b", check: "c", todo: "d" };
    const warnings = [
      { id: "x", status: "warning", ...rest },
      { id: "y", status: "inconclusive", ...rest },
    ] as const;
    const told = (mark: string, id: string) =>
      `- ${mark} **${id}**: a\n  - why: b\n  - check: c\n  - do: d`;
    expect(markdown({ warnings })).to.include(
      `### Warnings\n\n${told("⚠️", "x")}\n${told("❔", "y")}\n`,
    );
  });

  for (const [words, changes] of [
    ["It was rejected.", { state: "executed", decision: "against" }],
    ["It expired in the queue.", { state: "expiredInQueue" }],
    [
      "It is still boosted: it has no end time.",
      { state: "boosted", obstacle: "it has no end time" },
    ],
    ["It is still in its quiet ending period.", { state: "quietEndingPeriod" }],
  ] as const) {
    it(`says "${words}" of the future in which it fails`, () => {
      const { decision: _decision, ...rest } = future({});
      expect(markdown({ failed: { ...rest, ...changes } })).to.include(
        `### If it does not pass\n\n${words}\n`,
      );
    });
  }

  it("tables transactions, with what a block does not take", () => {
    const [stage] = passed.stages;
    const stages = [
      { ...stage!, part: "ether", outcome: "refused", reason: "no", gas: "21000000", fits: false },
    ] as const;
    expect(markdown({ passed: future({ stages }) })).to.include(
      "| transaction | outcome | gas |\n| --- | --- | --- |\n| redeem ether | refused: no | 21,000,000 (more than a block takes) |\n",
    );
  });

  it("shows ether and reputation in whole units, tokens in wei, and what is not read", () => {
    const balances = [
      { account: HOLDER, kind: "ether", before: "0", after: ONE },
      { account: HOLDER, kind: "reputation", token: TOKEN, before: ONE, after: "0" },
      { account: HOLDER, kind: "token", token: TOKEN, before: "5", after: { notRead: "why" } },
    ] as const;
    expect(markdown({ passed: future({ balances }) })).to.include(
      `| \`${HOLDER}\` | ether | 0.0 | 1.0 |\n| \`${HOLDER}\` | reputation | 1.0 | 0.0 |\n| \`${HOLDER}\` | \`${TOKEN}\` | 5 wei | why |\n`,
    );
  });

  it("nests what changes as deep as it is indented", () => {
    expect(markdown({}, ["schemes", "  one"])).to.include("\n- schemes\n  - one\n");
  });

  it("says of other proposals whether each passes and does what it says", () => {
    const outcome = (passes: Outcome["passes"], does: Outcome["does"]): Outcome => ({
      ...{ passes, does, missing: [] },
    });
    const tried = [
      {
        id: "0xab",
        touches: ["ether"],
        afterIt: outcome("cannot pass", "inconclusive"),
        beforeIt: outcome("can pass", "yes"),
        itAlone: outcome("can pass", "yes"),
      },
    ];
    expect(markdown({ others: { tried, notTried: [] } })).to.include(
      "### With other pending proposals: does each do what it says?\n\n| proposal | both touch | this one after the other | the other after this one |\n| --- | --- | --- | --- |\n| `0xab` | ether | ❌ It cannot pass | ✅ Yes |\n",
    );
  });
});
