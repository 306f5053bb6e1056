import { expect } from "chai";

import {
  outcomeWords,
  simulationBlocks,
  simulationDocument,
  simulationsTable,
} from "../../../src/output/describe/simulation.js";
import { toMarkdown } from "../../../src/output/document/to-markdown.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Inspection, ProposalDescription } from "../../../src/engine/inspect/description.js";
import type {
  SimulatedFuture,
  Simulation,
  TracedCall,
} from "../../../src/operations/simulate/simulation.js";
import { expectGolden, expectGoldenCases } from "../../golden.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { POWERLESS, sampleSimulation } from "../report/sample-simulation.js";

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

/** A block of a simulation, by the beginning of its title. */
function shown(title: string, changes: Partial<Simulation>, dao = DAO): string {
  const blocks = simulationBlocks({ ...SIMULATION, ...changes }, dao).map((each) =>
    toTerminal(each),
  );
  return blocks.find((each) => each.startsWith(title)) ?? "";
}

function passing(changes: Partial<Simulation["passes"]>): string {
  return shown("Does it pass?", { passes: { ...PASSES, ...changes } });
}

function happening(future: Partial<SimulatedFuture>, dao = DAO): string {
  return shown("If it passes", { passed: { ...NOTHING, ...future } }, dao);
}

function failing(future: Partial<SimulatedFuture>): string {
  return shown("If it does not pass", { failed: { ...UNDECIDED, ...future } });
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
    const { failed, others, expectations, ...rest } = {
      ...{ ...SIMULATION, ...POWERLESS, warnings: [] },
    };
    expect([failed, others, expectations]).not.to.include(undefined);
    const titles = simulationBlocks(rest, DAO).map((each) => toTerminal(each).split("\n")[0]);
    expect(titles).to.deep.equal([
      "Who gains or loses power? Nobody.",
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
    expect(text(nested(12, [leaf]))).to.match(/delegatecall .*\n +and 1 more call \(the JSON/);
    expect(text(nested(12, [leaf, leaf]))).to.match(/and 2 more calls \(the JSON/);
    const { failed, ...read } = { ...leaf, type: "STATICCALL" };
    expect(failed).to.equal("words");
    expect(text(read), "reads").to.match(/Calls, if it passes\n +redeem words\n\n/);
  });
});

describe("simulationBlocks", () => {
  it("say that it is not known who gains power, rather than nobody", () => {
    const powers = (verdict: "unknown" | "unchanged") =>
      shown("Who gains or loses power?", {
        powers: { ...SIMULATION.powers, verdict, changes: [] },
      });
    expect(powers("unknown")).to.match(/^Who gains or loses power\? Not known\./);
    expect(powers("unchanged")).to.match(/^Who gains or loses power\? Nobody\./);
  });

  it("say whether a proposal passes and does what it says, and why not", () => {
    const effects = [
      { request: "pay", happened: "no", instead: "nothing was paid" },
      { request: "call", happened: "inconclusive" },
      { request: "add", happened: "yes" },
    ] as const;
    const expectations = [
      { expected: "a", met: "yes" },
      { expected: "b", met: "no", found: "c" },
      { expected: "d", met: "inconclusive" },
    ] as const;
    const unproven = { contracts: [WHO], runs: 3, dependsOn: [] };
    expectGoldenCases(import.meta.dirname, "simulation-verdicts.txt", {
      passed: passing({ verdict: "passed" }),
      "can pass": passing({}),
      "cannot pass": passing({ verdict: "cannot pass", reason: "nobody votes" }),
      unknown: passing({ verdict: "inconclusive" }),
      "votes and stakes": passing({
        majority: "50000000000000000000",
        missing: "2500000000000000000",
        votes: [{ account: WHO, reputation: "1", share: "51.00" }],
        boost: { stake: "1000000000000000000", stakingToken: account(10), until: 1_600_000_000 },
        stakes: [{ account: WHO, amount: "500000000000000000" }],
        decidedAt: 1_600_000_000,
      }),
      "a majority": passing({ majority: "5", missing: "0" }),
      boosted: passing({
        boosted: { state: "boosted", for: "5", against: "3", until: 1_600_000_000 },
      }),
      "pre-boosted": passing({ boosted: { state: "preBoosted", for: "5", against: "3" } }),
      "many voters": passing({
        votes: Array.from({ length: 7 }, () => ({ account: WHO, reputation: "1", share: "8.00" })),
      }),
      "many effects": shown("Does it do what", {
        does: {
          verdict: "no",
          effects: [
            ...Array.from({ length: 30 }, () => effects[2]),
            { ...effects[2], note: "but" },
            ...effects,
          ],
        },
      }),
      "many warnings": shown("Warnings", {
        warnings: Array.from({ length: 1_000 }, () => SIMULATION.warnings[0]!),
      }),
      effects: shown("Does it do what", { does: { verdict: "inconclusive", effects } }),
      "unproven code": shown("Does it do what", {
        does: { verdict: "yes", effects: [] },
        unproven,
      }),
      "code that differs": shown("Does it do what", {
        does: {
          verdict: "inconclusive",
          reason: "it behaves differently when the time differs",
          effects: [],
        },
        unproven: { ...unproven, contracts: [WHO, TOKEN, STAKED, OTHER], dependsOn: ["the time"] },
      }),
      // What could not be checked is not a pass.
      warnings: shown("Warnings", {}),
      expectations: shown("Does it meet", { expectations }),
    });
  });

  it("say what happens in either future", () => {
    const [stage] = SIMULATION.passed.stages;
    const outcome = { part: "nativeTokens", outcome: "refused", reason: "no" } as const;
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
    const balances = [
      { ...balance, after: wei },
      { ...balance, before: wei },
      { ...balance, before: wei, after: unread },
      { ...balance, kind: "reputation", token: OTHER, before: unread, after: wei },
      { ...token, token: TOKEN, after: "2500000" },
      { ...token, token: STAKED, after: wei },
      { ...token, token: OTHER, after: "5" },
    ] as const;
    const changed = (...differences: readonly object[]) => ({
      changes: { differences, notCompared: [] } as unknown as SimulatedFuture["changes"],
    });
    const debts = [
      { of: "ether", amount: "4000000000000000000", due: "0", has: "0", proposals: ["0xabc"] },
    ];
    const owes = { debts, unknown: [] } as unknown as Inspection["owes"];
    const notCompared = [
      { path: "treasury", after: "the node said no" },
      { path: "x", before: "a", after: "a", unknowable: true },
    ] as const;
    const { id } = PROPOSAL!;
    expectGoldenCases(import.meta.dirname, "simulation-futures.txt", {
      rejected: failing({ decision: "against" }),
      expired: failing({ state: "expiredInQueue" }),
      "boosted without an end": failing({ state: "boosted", obstacle: "no end time" }),
      "a quiet ending": failing({ state: "quietEndingPeriod" }),
      "refused, and too much for a block": happening({
        stages: [{ ...stage!, ...outcome, events: [], fits: false }],
      }),
      "balances in units, or why not": happening({ balances }, dao),
      "changes in the words of a comparison": happening(
        changed({ kind: "supply", of: "reputation", before: "1", after: "2500000000000000001" }),
      ),
      "debts in the words of an inspection": happening({
        ...changed({ kind: "value", path: "owes.debts", before: [], after: debts }),
        promises: { owes },
      }),
      // Not what nobody can read.
      "not compared": happening({ changes: { differences: [], notCompared } }),
      "changes not read": happening({ changes: { notRead: "no more" } }),
      "changes that are shown elsewhere": happening(
        changed(
          { kind: "treasury", before: "1", after: "0" },
          { kind: "proposalMade", proposal: { id, scheme: OTHER, votingMachine: OTHER } },
        ),
      ),
    });
  });
});

describe("simulationsTable", () => {
  it("has a row for each simulation", () => {
    const fine = {
      ...SIMULATION,
      ...POWERLESS,
      warnings: [],
      does: { verdict: "yes", effects: [] },
    } as const;
    const text = toTerminal(simulationsTable([SIMULATION, fine]));
    expectGolden(import.meta.dirname, "simulations.txt", text);
  });
});

describe("outcomeWords", () => {
  it("begin with the worst", () => {
    const words = (changes: Partial<Simulation>): readonly string[] =>
      outcomeWords({ ...SIMULATION, ...POWERLESS, ...changes }).map(({ text }) => text);
    const does = { verdict: "yes", effects: [] } as const;
    expect(words({})).to.deep.equal(["does not do what it says", "2 warnings"]);
    const { powers } = SIMULATION;
    expect(words({ does, powers, warnings: [] })).to.deep.equal(["changes who has power"]);
    const unknown = { ...powers, verdict: "unknown" } as const;
    expect(words({ does, powers: unknown, warnings: [] })).to.deep.equal([
      "unknown who has power then",
    ]);
    expect(words({ does, warnings: [] })).to.deep.equal(["does what it says"]);
    const passes = { ...PASSES, verdict: "cannot pass" } as const;
    expect(words({ passes, warnings: SIMULATION.warnings.slice(1) })).to.deep.equal([
      "cannot pass",
      "1 warning",
    ]);
  });
});
