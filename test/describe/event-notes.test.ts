import { join } from "node:path";

import { expect } from "chai";

import type { MigrationEvent } from "../../src/execution/steps/event.js";
import { noteOf, notes } from "../../src/describe/event-notes.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const HASH = `0x${"ab".repeat(32)}`;

const SENTENCES: readonly (readonly [MigrationEvent, string | undefined])[] = [
  [{ type: "note", message: "Fetching a release" }, "Fetching a release"],
  [
    {
      type: "parametersWarning",
      issue: { path: "founder", message: "unknown", found: '"x"', wanted: "founders" },
    },
    'Warning: founder: unknown\n    found:  "x"\n    wanted: founders',
  ],
  [
    { type: "warning", warning: { code: "base-of-another-account", message: "Another deployed" } },
    "Warning: Another deployed",
  ],
  [
    {
      type: "daoExists",
      file: join(process.cwd(), "migration.json"),
      dao: "Genesis",
      avatar: ACCOUNT,
    },
    `migration.json already has the DAO "Genesis" on this chain (Avatar ${ACCOUNT}), created from the same parameters. This ` +
      'would create another one; the first then moves to "others".',
  ],
  [
    {
      type: "movedToOthers",
      file: join(process.cwd(), "migration.json"),
      network: "xdai",
      chainId: 100,
      arcVersion: "0.0.1-rc.40",
      daos: ["Genesis", "Demo"],
    },
    'Moved to "others" in migration.json: xdai (chain ID 100), Arc 0.0.1-rc.40 with "Genesis" and "Demo".',
  ],
  [
    {
      type: "predecessorKept",
      file: join(process.cwd(), "out/migration.json"),
      kept: join(process.cwd(), "out/migration.json.predecessor"),
    },
    'out/migration.json was in the predecessor\'s format: its networks are now in "others", and the old file is ' +
      "out/migration.json.predecessor.",
  ],
  [
    { type: "boostedProposalLeftOut" },
    "This chain's clock cannot be moved, and a proposal is boosted only after some time: the demo test is created without " +
      "the boosted proposal, and the result has no boostedProposalId.",
  ],
  [
    { type: "accountNotLocked", reason: "/state cannot be written." },
    "Warning: /state cannot be written. Another migration could sign with the same account: run one at a time.",
  ],
  [
    { type: "resumed", journal: "migration.json.journal", steps: 20 },
    "Resuming from migration.json.journal: 20 steps have been signed.",
  ],
  [
    {
      type: "journalSetAside",
      journal: join(process.cwd(), "migration.json.journal"),
      to: join(process.cwd(), "migration.json.journal.1"),
    },
    "Starting over: the earlier journal migration.json.journal is now migration.json.journal.1; its migration " +
      "stays unfinished.",
  ],
  [{ type: "rehearsing", step: "base/DaoCreator", count: 3 }, undefined],
  [
    { type: "notRehearsed", reason: "eth_getProof: no such method" },
    "This chain cannot be forked for a rehearsal (eth_getProof: no such method). Without one, steps are sent one at a " +
      "time, each with the chain's gas estimate.",
  ],
  [
    { type: "signedAboveCap", count: 2, price: 50_000_000_000n, cap: 5_000_000_000n },
    "Warning: an earlier run signed 2 pending transactions for up to 50.0 gwei, above the 5.0 gwei of this run. They " +
      "are sent again as they are.",
  ],
  [
    { type: "repeated", steps: ["dao/forgeOrg", "dao/setSchemes"] },
    "Re-sending dao/forgeOrg, dao/setSchemes: their inputs changed.",
  ],
  [
    { type: "waitingForOthers", account: ACCOUNT, count: 2 },
    `The account ${ACCOUNT} has 2 pending transactions that are not part of this migration. Waiting for them.`,
  ],
  [
    { type: "signed", step: "base/DaoCreator", from: ACCOUNT, nonce: 4, transactionHash: HASH },
    undefined,
  ],
  [{ type: "sent", step: "base/DaoCreator", transactionHash: HASH }, undefined],
  [{ type: "waiting", count: 16, blockNumber: 1234 }, undefined],
  [
    {
      type: "feeRaised",
      step: "base/DaoCreator",
      price: 2_500_000_000n,
      transactionHash: HASH,
    },
    "Raised the fee of step base/DaoCreator to at most 2.5 gwei.",
  ],
  [
    {
      type: "mined",
      step: "base/DaoCreator",
      count: 1,
      total: 57,
      blockNumber: 5,
      gasUsed: 21_000n,
      transactionHash: HASH,
    },
    undefined,
  ],
  [{ type: "performed", step: "base/DaoCreator", count: 1, transactionHash: HASH }, undefined],
  [
    {
      type: "diverged",
      reason: "step dao/forgeOrg emitted different events or created a different contract",
    },
    "The chain differs from the rehearsal: step dao/forgeOrg emitted different events or created a different contract. Rehearsing the " +
      "remaining steps again.",
  ],
];

describe("noteOf", () => {
  for (const [event, sentence] of SENTENCES) {
    it(`says about ${event.type}: ${sentence?.slice(0, 40) ?? "nothing"}`, () => {
      expect(noteOf(event)).to.equal(sentence);
    });
  }
});

describe("notes", () => {
  it("passes on the sentences of events, and nothing for the others", () => {
    const said: string[] = [];
    for (const [event] of SENTENCES) notes((message) => said.push(message))(event);
    expect(said).to.deep.equal(
      SENTENCES.flatMap(([, sentence]) => (sentence === undefined ? [] : [sentence])),
    );
  });
});
