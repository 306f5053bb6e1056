import type { DaoChange, ChangeProposal } from "../../../src/operations/change/change.js";

export const SCHEME = `0x${"1".repeat(40)}`;
export const HOLDER = `0x${"2".repeat(40)}`;

/** Returns a proposal that pays something, and passes. */
export function sampleProposal(changes: Partial<ChangeProposal> = {}): ChangeProposal {
  return {
    number: 1,
    key: "change/pay",
    requests: {} as ChangeProposal["requests"],
    why: "The file pays it.",
    status: "to be made",
    after: [],
    scheme: { address: SCHEME, code: "arc", name: "ContributionReward" },
    passes: { verdict: "can pass", votes: [], stakes: [], decidedAt: 1_600_000_000 },
    does: { verdict: "yes", effects: [{ request: "pay 4 ether", happened: "yes" }] },
    leastSeconds: 3600,
    gas: { propose: "1000", rest: "2000" },
    warnings: [],
    stages: [],
    ...changes,
  };
}

/** Returns a change that has nothing to do, unless `changes` says otherwise. */
export function sampleChange(changes: Partial<DaoChange> = {}): DaoChange {
  return {
    schemaVersion: 1,
    tool: { name: "hardhat-dao-migration", version: "1.2.3" },
    chainId: 1,
    network: "mainnet",
    block: { number: 7, hash: "0xab", timestamp: 1_600_000_000 },
    avatar: SCHEME,
    name: "Harbour",
    arcVersion: "0.0.1-rc.57",
    empty: (changes.proposals ?? []).length === 0,
    matches: (changes.proposals ?? []).length === 0 ? "yes" : "no",
    transactions: [],
    proposals: [],
    left: [],
    notCompared: [],
    warnings: [],
    gas: "1000",
    hash: "0xcd",
    ...changes,
  };
}
