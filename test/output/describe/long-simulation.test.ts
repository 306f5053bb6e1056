import { expect } from "chai";

import { simulationDocument } from "../../../src/output/describe/simulation.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { ProposalDescription } from "../../../src/engine/inspect/description.js";
import type { SimulatedFuture, TracedCall } from "../../../src/operations/simulate/simulation.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { sampleSimulation } from "../report/sample-simulation.js";

const DAO = sampleInspection();
const [PROPOSAL] = DAO.proposals as readonly ProposalDescription[];
const SIMULATION = sampleSimulation(DAO, PROPOSAL!, "words");

describe("simulationDocument of thousands of things", () => {
  it("cuts off long lists, and counts what is left", () => {
    const [stage] = SIMULATION.passed.stages;
    const many = <Item>(item: Item): readonly Item[] => Array.from({ length: 1_000 }, () => item);
    const balance = { account: account(77), kind: "ether", before: "0", after: "1" } as const;
    const difference = { kind: "supply", of: "reputation", before: "1", after: "2" } as const;
    const tree: TracedCall = { ...stage!.calls, failed: undefined, calls: [] };
    const wide = (depth: number): TracedCall => ({
      ...tree,
      calls: depth === 0 ? [] : Array.from({ length: 8 }, () => wide(depth - 1)),
    });
    const passed: SimulatedFuture = {
      ...SIMULATION.passed,
      balances: many(balance),
      changes: { differences: many(difference), notCompared: [] },
      stages: [
        { ...stage!, events: many(stage!.events[0]!), calls: wide(4) },
        ...many({ ...stage!, stage: "redeemFromMachine" as const, events: [] }),
      ],
    };
    const text = toTerminal(
      simulationDocument({ ...SIMULATION, passed }, DAO, {
        chain: { name: "mainnet" },
        withCalls: true,
      }),
    );
    for (const rest of [
      /and 980 more balances \(the JSON has them all\)/,
      /and 960 more differences \(the JSON has them all\)/,
      /and 990 more \(the JSON has them all\)/,
      /and 980 more \(the JSON has them all\)/,
      /and 4,581 more calls \(the JSON has them all\)/,
    ]) {
      expect(text).to.match(rest);
    }
    expect(text.split("\n").length).to.be.below(400);
    // Who redeems comes after what the proposal changes.
    expect(text.indexOf("How the DAO changes")).to.be.below(
      text.indexOf("transactions of those who vote"),
    );
  });
});
