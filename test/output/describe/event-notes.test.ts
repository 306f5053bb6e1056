import { join } from "node:path";

import { expect } from "chai";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { noteOf, notes } from "../../../src/output/describe/event-notes.js";
import { expectGolden } from "../../golden.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const HASH = `0x${"ab".repeat(32)}`;

const FILE = join(process.cwd(), "migration.json");
const STEP = { step: "base/DaoCreator", transactionHash: HASH } as const;
const EVENTS: readonly MigrationEvent[] = [
  { type: "note", message: "Fetching a release" },
  {
    type: "parametersWarning",
    issue: { path: "founder", message: "unknown", found: '"x"', wanted: "founders" },
  },
  { type: "warning", warning: { code: "base-of-another-account", message: "Another deployed" } },
  { type: "daoExists", file: FILE, dao: "Genesis", avatar: ACCOUNT },
  {
    type: "movedToOthers",
    file: FILE,
    network: "xdai",
    chainId: 100,
    arcVersion: "0.0.1-rc.40",
    daos: ["Genesis", "Demo"],
  },
  { type: "predecessorKept", file: FILE, kept: `${FILE}.predecessor` },
  { type: "boostedProposalLeftOut" },
  { type: "accountNotLocked", reason: "/state cannot be written." },
  { type: "resumed", journal: "migration.json.journal", steps: 20 },
  { type: "journalSetAside", journal: `${FILE}.journal`, to: `${FILE}.journal.1` },
  { type: "stepsFound", account: ACCOUNT, steps: ["base/DaoCreator"], blockNumber: 7 },
  { type: "stepsFound", account: ACCOUNT, steps: ["base/A", "base/B"], blockNumber: 8 },
  { type: "rehearsing", step: "base/DaoCreator", count: 3 },
  { type: "notRehearsed", reason: "eth_getProof: no such method" },
  { type: "signedAboveCap", count: 2, price: 50_000_000_000n, cap: 5_000_000_000n },
  { type: "signedAboveCap", count: 1, price: 50_000_000_000n, cap: 5_000_000_000n },
  { type: "repeated", steps: ["dao/forgeOrg", "dao/setSchemes"] },
  { type: "waitingForOthers", account: ACCOUNT, count: 2 },
  { type: "signed", ...STEP, from: ACCOUNT, nonce: 4 },
  { type: "sent", ...STEP },
  { type: "waiting", count: 16, blockNumber: 1234 },
  { type: "noBlocks", seconds: 31, confirmations: 3, unmined: 16 },
  { type: "noBlocks", seconds: 31, confirmations: 3, unmined: 0 },
  { type: "feeRaised", ...STEP, price: 2_500_000_000n },
  { type: "mined", ...STEP, count: 1, total: 57, blockNumber: 5, gasUsed: 21_000n },
  { type: "performed", ...STEP, count: 1 },
  { type: "diverged", reason: "step dao/forgeOrg emitted different events" },
  { type: "leftBehind", step: "base/DaoCreator", contract: ACCOUNT },
  { type: "checking" },
];

describe("notes", () => {
  it("pass on a sentence for events that deserve one, and nothing for the others", () => {
    const said = EVENTS.map((event) => {
      const sentences: string[] = [];
      notes((message) => sentences.push(message))(event);
      expect(sentences).to.deep.equal([noteOf(event)].filter((each) => each !== undefined));
      return `${event.type}: ${sentences[0] ?? "nothing"}`;
    });
    expectGolden(import.meta.dirname, "event-notes.txt", said.join("\n"));
  });
});
