import { expect } from "chai";

import {
  outcomeWords,
  simulationBlocks,
  simulationDocument,
  simulationsTable,
} from "../../src/describe/simulation.js";
import type { Block, Parts } from "../../src/document/document.js";
import { toMarkdown } from "../../src/document/to-markdown.js";
import { toTerminal } from "../../src/document/to-terminal.js";
import type { Inspection, ProposalDescription } from "../../src/inspect/description.js";
import type { SimulatedFuture, Simulation, TracedCall } from "../../src/simulate/simulation.js";
import { expectGolden } from "../golden.js";
import { account, sampleInspection } from "../inspect/sample-inspection.js";
import { sampleSimulation } from "../report/sample-simulation.js";

const DAO = sampleInspection();
const [PROPOSAL] = DAO.proposals as readonly ProposalDescription[];
const SIMULATION = sampleSimulation(DAO, PROPOSAL!, "words");
const WHO = account(77);
const [TOKEN, STAKED, OTHER] = ["70", "5a", "01"].map((digits) => `0x${digits.repeat(20)}`) as [
  string,
  string,
  string,
];
const VIEW = { chain: { name: "mainnet" } };
const PASSES = { verdict: "can pass", votes: [], stakes: [] } as const;
const UNDECIDED: SimulatedFuture = {
  state: "executed",
  stages: [],
  balances: [],
  changes: { differences: [], notCompared: [] },
  promises: {},
};
const NOTHING: SimulatedFuture = { ...UNDECIDED, decision: "for" };

function linesOf(parts: Parts): readonly string[] {
  return toTerminal(parts).split("\n");
}

/** Returns a block of a simulation, by the beginning of its title. */
function shown(changes: Partial<Simulation>, title: string, dao = DAO): readonly string[] {
  const blocks = simulationBlocks({ ...SIMULATION, ...changes }, dao);
  return linesOf(blocks.find((each) => linesOf(each)[0]?.startsWith(title)));
}

function passing(changes: Partial<Simulation["passes"]>): readonly string[] {
  return shown({ passes: { ...PASSES, ...changes } }, "Does it pass?");
}

function happening(future: Partial<SimulatedFuture>, dao = DAO): readonly string[] {
  return shown({ passed: { ...NOTHING, ...future } }, "If it passes", dao);
}

describe("simulationDocument", () => {
  it("shows everything in the terminal, with the calls", () => {
    const view = { ...VIEW, withCalls: true };
    const dao = { ...DAO, name: "Harbour" };
    expectGolden(
      import.meta.dirname,
      "simulation.txt",
      toTerminal(simulationDocument(SIMULATION, dao, view)),
    );
  });

  it("is the same in Markdown, with everybody's text escaped", () => {
    const evil =
      "</script><img src=x onerror=alert(1)> [a](javascript:b) `c` | **d**\n# e @f \u001b[31m";
    const hostile = sampleSimulation(DAO, { ...PROPOSAL!, description: evil }, evil);
    const markdown = toMarkdown(simulationDocument({ ...hostile, name: evil }, DAO, VIEW));
    const own = markdown.replaceAll(/&#\d+;/g, "");
    expect(own).to.not.match(/<|\[|\]|javascript:|@f|\*\*d|`c`/);
    // No part of it starts a line.
    expect(markdown.split("\n").filter((line) => /^\s*(&#35;|#) ?e/.test(line))).to.deep.equal([]);
    expectGolden(
      import.meta.dirname,
      "simulation.md",
      toMarkdown(simulationDocument(SIMULATION, DAO, VIEW)),
    );
  });

  it("has no parts without content", () => {
    const { failed, others, expectations, ...rest } = { ...SIMULATION, warnings: [] };
    expect([failed, others, expectations]).not.to.include(undefined);
    const titles = simulationBlocks(rest, DAO).map((each: Block) => linesOf(each)[0]);
    expect(titles).to.deep.equal([
      "Does it pass? It can.",
      "Does it do what it says? NO.",
      "No warnings",
      "If it passes",
    ]);
  });

  it("cuts off calls that are nested too deeply, and counts them", () => {
    const [stage] = SIMULATION.passed.stages;
    const nested = (depth: number, last: readonly TracedCall[]): TracedCall => ({
      ...stage!.calls,
      type: depth === 0 ? "DELEGATECALL" : "CALL",
      calls: depth === 0 ? last : [nested(depth - 1, last)],
    });
    const leaf = { ...stage!.calls, calls: [] };
    const text = (calls: TracedCall): string =>
      toTerminal(
        simulationDocument(
          { ...SIMULATION, passed: { ...NOTHING, stages: [{ ...stage!, calls }] } },
          DAO,
          { ...VIEW, withCalls: true },
        ),
      );
    expect(text(nested(12, [leaf]))).to.match(/delegatecall .*\n +… \(1 call; the JSON has it\)\n/);
    expect(text(nested(12, [leaf, leaf]))).to.match(/… \(2 calls; the JSON has them\)\n/);
    const { failed, ...read } = { ...leaf, type: "STATICCALL" };
    expect(failed).to.equal("words");
    expect(text(read), "reads").to.match(/Calls, if it passes\n +redeem words\n\n/);
  });
});

describe("simulationBlocks", () => {
  it("say whether a proposal passes, and why not", () => {
    expect(passing({ verdict: "passed" })).to.deep.equal(["Does it pass? It has already passed."]);
    expect(passing({})).to.deep.equal(["Does it pass? It can."]);
    expect(passing({ verdict: "cannot pass", reason: "nobody votes" })).to.deep.equal([
      "Does it pass? NO. Nobody votes.",
    ]);
    expect(passing({ verdict: "inconclusive" })).to.deep.equal(["Does it pass? Unknown."]);
  });

  it("say which votes and stakes pass it", () => {
    expect(
      passing({
        majority: "50000000000000000000",
        missing: "2500000000000000000",
        votes: [{ account: WHO, reputation: "1", share: "51.00" }],
        boost: { stake: "1000000000000000000", stakingToken: account(10), until: 1_600_000_000 },
        stakes: [{ account: WHO, amount: "500000000000000000" }],
        decidedAt: 1_600_000_000,
      }).slice(1),
    ).to.deep.equal([
      "  2.5 reputation more is needed for the majority that decides at once (more than 50)",
      `  the fewest who can pass it: ${WHO} (51.00%)`,
      `  a stake of 1 of the token ${account(10)} until 2020-09-13T12:26:40Z would boost it, and then fewer votes decide`,
      `  staked on the fork: 0.5 staking tokens by ${WHO}`,
      "  decided on the fork at 2020-09-13T12:26:40Z",
    ]);
    expect(passing({ majority: "5", missing: "0" }).slice(1)).to.deep.equal([
      "  it has the majority that decides at once",
    ]);
  });

  it("say what does not happen, and what is not known", () => {
    const effects = [
      { request: "pay", happened: "no", instead: "nothing was paid" },
      { request: "call", happened: "inconclusive" },
      { request: "add", happened: "yes" },
    ] as const;
    expect(
      shown({ does: { verdict: "inconclusive", effects } }, "Does it do what it says"),
    ).to.deep.equal([
      "Does it do what it says? Unknown.",
      "  NOT DONE: pay",
      "    nothing was paid",
      "  unknown: call",
      "  done: add",
    ]);
  });

  it("do not mistake a check that could not run for a pass", () => {
    const warnings = shown({}, "Warnings");
    expect(warnings).to.include.members(["  ! words: words", "  ? not checked: x: words"]);
    const expectations = [
      { expected: "a", met: "yes" },
      { expected: "b", met: "no", found: "c" },
      { expected: "d", met: "inconclusive" },
    ] as const;
    expect(shown({ expectations }, "Does it meet").slice(1)).to.deep.equal([
      "  yes: a",
      "  NO: b: c",
      "  unknown: d",
    ]);
  });

  it("say how the future ends in which it fails", () => {
    for (const [words, failed] of [
      ["it was rejected", { state: "executed", decision: "against" }],
      ["it expired in the queue", { state: "expiredInQueue" }],
      ["it is still boosted: no end time", { state: "boosted", obstacle: "no end time" }],
      ["it is still in its quiet ending period", { state: "quietEndingPeriod" }],
    ] as const) {
      const future = { ...UNDECIDED, ...failed };
      expect(shown({ failed: future }, "If it does not pass")[1]).to.equal(`  ${words}`);
    }
  });

  it("say which transaction is refused, and what no block has room for", () => {
    const [stage] = SIMULATION.passed.stages;
    const stages = [
      {
        ...stage!,
        part: "nativeTokens",
        outcome: "refused",
        reason: "no",
        events: [],
        fits: false,
      },
    ] as const;
    expect(happening({ stages }).slice(2)).to.deep.equal([
      `  2023-11-14T22:13:20Z  redeem tokens of the DAO by ${stage!.from}: REFUSED, 21,000 gas, MORE THAN A BLOCK ALLOWS`,
      "    no",
    ]);
  });

  it("show balances in units, and one that was read only before or only after as such", () => {
    const wei = "1500000000000000000";
    const unread = { notRead: "pruned" };
    const dao = {
      ...DAO,
      token: { ...DAO.token, contract: { address: TOKEN }, symbol: "OWN", decimals: 6 },
      votingMachines: [
        { stakingToken: { address: STAKED, name: "G", symbol: "GEN\u001b[31m", decimals: 18 } },
      ],
    } as unknown as Inspection;
    const balance = { account: WHO, kind: "ether", before: "0", after: "0" } as const;
    const token = { ...balance, kind: "token" } as const;
    const rows = happening(
      {
        balances: [
          { ...balance, after: wei },
          { ...balance, before: wei },
          { ...balance, before: wei, after: unread },
          { ...balance, kind: "reputation", token: OTHER, before: unread, after: wei },
          { ...token, token: TOKEN, after: "2500000" },
          { ...token, token: STAKED, after: wei },
          { ...token, token: OTHER, after: "5" },
        ],
      },
      dao,
    ).slice(3);
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(1))).to.deep.equal([
      ["ether", "+1.5", "1.5"],
      ["ether", "-1.5", "0"],
      ["ether", "from 1.5", "after: not read: pruned"],
      ["reputation", "before: not read: pruned", "1.5"],
      [`OWN ${TOKEN}`, "+2.5", "2.5"],
      [`GEN\\x1b[31m ${STAKED}`, "+1.5", "1.5"],
      [`wei of the token ${OTHER}`, "+5", "5"],
    ]);
  });

  it("describe how the DAO changes in the words of a comparison", () => {
    const differences = [
      { kind: "supply", of: "reputation", before: "1", after: "2500000000000000001" },
    ] as const;
    const lines = happening({ changes: { differences, notCompared: [] } });
    expect(lines).to.include("  How the DAO changes");
    expect(lines.join("\n")).to.match(/supply grew by 2\.5 to 2\.5/);
    const missing = { path: "treasury", after: "the node said no" };
    expect(happening({ changes: { differences: [], notCompared: [missing] } }).join("\n")).to.match(
      /! Not compared\n.*treasury: not read now: the node said no/,
    );
    expect(happening({ changes: { notRead: "no more" } })).to.include(
      "  How the DAO changes: not read: no more",
    );
  });

  it("describe debts afterwards in the words of an inspection", () => {
    const debts = [
      { of: "ether", amount: "4000000000000000000", due: "0", has: "0", proposals: ["0xabc"] },
    ];
    const differences = [{ kind: "value", path: "owes.debts", before: [], after: debts } as const];
    const owes = { debts, unknown: [] } as unknown as Inspection["owes"];
    const text = happening({ changes: { differences, notCompared: [] }, promises: { owes } });
    expect(text.join("\n"))
      .to.match(/promises of proposals that passed, not redeemed yet\n.*4 ether/)
      .and.not.include("owes.debts");
  });

  it("leave out of the changes what is shown elsewhere, and what nobody can read", () => {
    const { id } = PROPOSAL!;
    const differences = [
      { kind: "treasury", before: "1", after: "0" },
      { kind: "proposalMade", proposal: { id, scheme: OTHER, votingMachine: OTHER } },
    ] as never;
    const unknowable = { path: "x", before: "a", after: "a", unknowable: true } as const;
    expect(
      happening({ changes: { differences, notCompared: [unknowable] } }).join("\n"),
    ).not.to.include("How the DAO changes");
  });
});

describe("simulationsTable", () => {
  it("has a row for each simulation", () => {
    const fine = { ...SIMULATION, warnings: [], does: { verdict: "yes", effects: [] } } as const;
    const [head, first, second] = linesOf(simulationsTable([SIMULATION, fine]));
    expect(head).to.match(/^proposal +does it pass\? +does it do what it says\? +warnings$/);
    expect(first).to.match(/^0x\w{64} +can pass +no +words, x$/);
    expect(second).to.match(/ can pass +yes +none$/);
  });
});

describe("outcomeWords", () => {
  it("begin with the worst", () => {
    const words = (changes: Partial<Simulation>): readonly string[] =>
      outcomeWords({ ...SIMULATION, ...changes }).map(({ text }) => text);
    const does = { verdict: "yes", effects: [] } as const;
    expect(words({})).to.deep.equal(["does not do what it says", "2 warnings"]);
    expect(words({ does, warnings: [] })).to.deep.equal(["does what it says"]);
    const passes = { ...PASSES, verdict: "cannot pass" } as const;
    expect(words({ passes, warnings: SIMULATION.warnings.slice(1) })).to.deep.equal([
      "cannot pass",
      "1 warning",
    ]);
  });
});
