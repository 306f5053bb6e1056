import type { Inspection, ProposalDescription } from "../../../src/engine/inspect/description.js";
import { sealed } from "../../../src/operations/simulate/report/seal.js";
import type { SimulatedFuture, Simulation } from "../../../src/operations/simulate/simulation.js";

/** A proposal by which nobody gains or loses power. */
export const POWERLESS: Pick<Simulation, "powers"> = {
  powers: { verdict: "unchanged", changes: [], shares: [], undoable: "yes" },
};

/** Returns a simulation of a proposal, with `text` wherever strangers can write. */
export function sampleSimulation(
  { chainId, block, avatar, name, eventsFromBlock }: Inspection,
  { id, scheme, votingMachine, proposer, description = "", requests }: ProposalDescription,
  text: string,
  changes: Partial<Simulation> = {},
): Simulation {
  const call = {
    type: "CALL",
    from: proposer,
    to: { address: scheme, code: "unknown", looksLike: text },
    value: "0",
    data: "0x12345678",
    function: { signature: text, args: { [text]: text }, knownBy: "given" },
    gas: "21000",
    failed: text,
    calls: [],
  } as const;
  const future: SimulatedFuture = {
    state: "executed",
    decision: "for",
    obstacle: text,
    stages: [
      {
        stage: "redeem",
        part: text,
        time: block.timestamp,
        from: proposer,
        to: scheme,
        value: "0",
        data: "0x12345678",
        outcome: "failed inside",
        reason: text,
        gas: "21000",
        fits: true,
        events: [
          {
            emitter: { address: scheme, code: "unknown", name: text },
            event: { name: text, args: { [text]: text }, knownBy: "guess" },
            topics: [],
            data: "0x",
          },
        ],
        calls: call,
      },
    ],
    balances: [
      { account: proposer, kind: "token", token: scheme, before: "1", after: { notRead: text } },
    ],
    changes: {
      differences: [{ kind: "value", path: text, before: text, after: { [text]: text } }],
      notCompared: [{ path: text, after: text }],
    },
    promises: {},
  };
  return sealed({
    schemaVersion: 1,
    tool: { name: "hardhat-dao-migration", version: "1.2.3" },
    inputs: { eventsFromBlock, alone: false },
    chainId,
    block,
    avatar: avatar.address,
    name,
    proposal: {
      id,
      scheme: { address: scheme, code: "account" },
      votingMachine: { address: votingMachine, code: "account" },
      proposer,
      description,
      requests,
    },
    passes: { verdict: "can pass", votes: [], stakes: [] },
    powers: {
      verdict: "changed",
      changes: [{ kind: "gains", who: [proposer], what: text }],
      shares: [{ account: proposer, before: "0.00", after: "1.00" }],
      undoable: "yes",
    },
    does: { verdict: "no", effects: [{ request: text, happened: "no", instead: text }] },
    warnings: [
      { id: text, status: "warning", what: text, why: text, check: text, todo: text },
      { id: "x", status: "inconclusive", what: text, why: text, check: text, todo: text },
    ],
    passed: future,
    failed: future,
    others: {
      tried: [
        {
          id: text,
          touches: [text],
          afterIt: { passes: "can pass", does: "no", missing: [text] },
          beforeIt: { passes: "can pass", does: "no", missing: [text] },
          itAlone: { passes: "can pass", does: "yes", missing: [] },
        },
      ],
      notTried: [],
    },
    expectations: [{ expected: text, met: "no", found: text }],
    ...changes,
  });
}
