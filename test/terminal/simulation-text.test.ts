import { expect } from "chai";

import type { ProposalDescription } from "../../src/inspect/description.js";
import type { Future, Simulation, ToldCall } from "../../src/simulate/simulation.js";
import { simulationParts } from "../../src/terminal/simulation-lines.js";
import { simulationsTable, simulationText } from "../../src/terminal/simulation-text.js";
import { account, sampleFacts } from "../report/sample-facts.js";
import { sampleSimulation } from "../report/sample-simulation.js";

const { inspection: DAO } = sampleFacts();
const [PROPOSAL] = DAO.proposals as readonly ProposalDescription[];
const SIMULATION = sampleSimulation(DAO, PROPOSAL!, "words");
const WHO = account(77);
const PASSES = { verdict: "can pass", votes: [], stakes: [] } as const;

function simulated(changes: Partial<Simulation>): Simulation {
  return { ...SIMULATION, ...changes };
}

/** Returns the title and lines of one part. */
function part(changes: Partial<Simulation>, index: number): readonly string[] {
  const { title, lines } = simulationParts(simulated(changes), DAO)[index]!;
  return [title, ...lines];
}

function passing(changes: Partial<Simulation["passes"]>): readonly string[] {
  return part({ passes: { ...PASSES, ...changes } }, 0);
}

function balances(changes: Partial<Future["balances"][number]>): string {
  const balance = { account: WHO, kind: "ether", before: "0", after: "0", ...changes } as const;
  const { lines } = simulationParts(
    simulated({
      passed: { ...SIMULATION.passed, stages: [], balances: [balance], changes: { notRead: "x" } },
    }),
    DAO,
  ).find(({ title }) => title === "If it passes")!;
  return lines[lines.indexOf("Balances") + 1]!;
}

describe("simulationParts", () => {
  it("says whether a proposal passes, and why not", () => {
    expect(passing({ verdict: "passed" })).to.deep.equal(["Does it pass?  It has already passed."]);
    expect(passing({})).to.deep.equal(["Does it pass?  It can."]);
    expect(passing({ verdict: "cannot pass", reason: "nobody votes" })).to.deep.equal([
      "Does it pass?  NO. Nobody votes.",
    ]);
    expect(passing({ verdict: "inconclusive" })).to.deep.equal(["Does it pass?  Unknown."]);
  });

  it("says which votes and stakes pass it", () => {
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
      "2.5 reputation more is needed for the majority that decides at once (more than 50)",
      `the fewest who can pass it: ${WHO} (51.00%)`,
      `a stake of 1 of the token ${account(10)} until 2020-09-13T12:26:40Z would boost it, and then fewer votes decide`,
      `staked on the fork: 0.5 staking tokens by ${WHO}`,
      "decided on the fork at 2020-09-13T12:26:40Z",
    ]);
    expect(passing({ majority: "5", missing: "0" }).slice(1)).to.deep.equal([
      "it has the majority that decides at once",
    ]);
  });

  it("says what does not happen, and what is not known", () => {
    const deeds = [
      { asked: "pay", happened: "no", instead: "nothing was paid" },
      { asked: "call", happened: "inconclusive" },
    ] as const;
    expect(part({ does: { verdict: "inconclusive", deeds } }, 1)).to.deep.equal([
      "Does it do what it says?  Unknown.",
      "NOT DONE  pay",
      "          nothing was paid",
      "unknown   call",
    ]);
  });

  it("does not mistake a check that could not run for a pass", () => {
    expect(part({ expectations: undefined, warnings: [] }, 2)).to.deep.equal(["No warnings"]);
    const lines = part({ expectations: [] }, 3);
    expect(lines).to.include("? not checked: x: words").and.include("! words: words");
  });

  it("shows a balance that was read only before or only after as such", () => {
    const ether = "1500000000000000000";
    expect(balances({ after: ether })).to.match(/ether {2}\+1\.5 {2}to 1\.5$/);
    expect(balances({ before: ether })).to.match(/ether {2}-1\.5 {2}to 0$/);
    const unread = { notRead: "pruned" };
    expect(balances({ before: ether, after: unread })).to.match(
      /ether {2}from 1\.5 {2}after: not read: pruned$/,
    );
    expect(balances({ before: unread, after: ether })).to.match(
      /ether {2}before: not read: pruned {2}to 1\.5$/,
    );
  });
});

describe("simulationText", () => {
  it("begins with what is simulated, and ends with the calls", () => {
    const text = simulationText(SIMULATION, { ...DAO, name: "Harbour" }, { name: "mainnet" });
    expect(text).to.include(`on a fork of mainnet (chain ID 1) at block 5000 of`);
    expect(text).to.include(`through unknown code ${PROPOSAL!.scheme}`);
    expect(text).to.match(
      /Calls, if it passes\n {2}redeem words\n {4}0x\w{40}, words .* FAILS: words$/,
    );
  });

  it("cuts off calls that are nested too deeply, and counts them", () => {
    const [stage] = SIMULATION.passed.stages;
    const nested = (depth: number, last: readonly ToldCall[]): ToldCall => ({
      ...stage!.calls,
      type: depth === 0 ? "DELEGATECALL" : "CALL",
      calls: depth === 0 ? last : [nested(depth - 1, last)],
    });
    const leaf = { ...stage!.calls, calls: [] };
    const shown = (calls: ToldCall): string =>
      simulationText(
        simulated({ passed: { ...SIMULATION.passed, stages: [{ ...stage!, calls }] } }),
        DAO,
        { name: "x" },
      );
    expect(shown(nested(11, [leaf]))).to.match(/delegatecall .*\n +… \(1 call; the JSON has it\)$/);
    expect(shown(nested(11, [leaf, leaf]))).to.match(/… \(2 calls; the JSON has them\)$/);
    const { failed, ...read } = { ...leaf, type: "STATICCALL" };
    expect(failed).to.equal("words");
    expect(shown(read), "reads").to.match(/redeem words$/);
  });
});

describe("simulationsTable", () => {
  it("has a line for each simulation", () => {
    const fine = simulated({ warnings: [], does: { verdict: "yes", deeds: [] } });
    const [head, first, second] = simulationsTable([SIMULATION, fine]).split("\n");
    expect(head).to.match(/^proposal +does it pass\? +does it do what it says\? +warnings$/);
    expect(first).to.match(/^0x\w{64} +can pass +no +words, x$/);
    expect(second).to.match(/ can pass +yes +none$/);
  });
});
