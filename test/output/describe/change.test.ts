import { join } from "node:path";

import type { DaoChange, ChangeProposal } from "../../../src/operations/change/change.js";
import { changeDocument } from "../../../src/output/describe/change.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { expectGoldenCases } from "../../golden.js";
import {
  HOLDER,
  sampleChange,
  sampleProposal,
  SCHEME,
} from "../../operations/change/sample-change.js";

const NOT_COMPARED = [{ where: "schemes", reason: "the node has no old state" }];
const LEFT = [{ rule: "names", where: "orgName", message: "Other name.", why: "It is fixed." }];

const WARNING = { id: "w", status: "warning", what: "A", why: "B", check: "C", todo: "D" } as never;

function shown(changes: Partial<DaoChange>): string {
  return toTerminal(changeDocument(sampleChange(changes)));
}

/** Only the proposal. */
function proposed(changes: Partial<ChangeProposal>): string {
  const [, text = ""] = shown({ proposals: [sampleProposal(changes)] }).split("\n\n");
  return text;
}

describe("changeDocument", () => {
  it("says what is to do, what that achieves, and what remains", () => {
    const proposals = [sampleProposal()];
    const transaction = { step: "x", address: HOLDER, data: "0x", gas: "21000" };
    expectGoldenCases(import.meta.dirname, "change.txt", {
      "nothing to do": shown({}),
      "differences remain": shown({ left: LEFT }),
      "not compared": shown({ notCompared: NOT_COMPARED }),
      "a file, and no name": shown({ params: join(process.cwd(), "dao.json"), name: "" }),
      "a proposal": shown({ proposals }),
      "a proposal, and differences remain": shown({ proposals, left: LEFT }),
      "a proposal, and not compared": shown({ proposals, notCompared: NOT_COMPARED }),
      "transactions and warnings": shown({
        proposals: [sampleProposal({ warnings: [WARNING] })],
        transactions: [
          { ...transaction, kind: "deploy", contract: "Redeemer" },
          { ...transaction, kind: "call", contract: "AbsoluteVote", function: "setParameters" },
        ],
        warnings: [WARNING],
      }),
    });
  });

  it("says of a proposal whether it passes, who can pass it, and what it does", () => {
    const passes = { votes: [], stakes: [], reason: "nobody votes" };
    const control = { vote: "v", neededPercent: 50, share: "51.00", boosting: true };
    const rules = { GenesisProtocol: { queuedVotePeriodLimit: 60, boostedVotePeriodLimit: 30 } };
    const votes = { votingMachine: SCHEME, paramsHash: "0x", rules } as never;
    const unread = { votingMachine: SCHEME, paramsHash: "0x", rules: { notRead: "x" } };
    const effects = [
      { request: "pay", happened: "no", instead: "nothing was paid" },
      { request: "call", happened: "inconclusive", instead: "it could not be traced" },
      { request: "add", happened: "inconclusive" },
    ] as const;
    expectGoldenCases(import.meta.dirname, "change-proposals.txt", {
      "can pass": proposed({}),
      "has passed": proposed({ passes: { ...passes, verdict: "passed" } }),
      "cannot pass": proposed({ passes: { ...passes, verdict: "cannot pass" } }),
      unknown: proposed({ passes: { ...passes, verdict: "inconclusive" } }),
      waits: proposed({ status: "waits", after: [2, 3], id: "0xab" }),
      "no scheme": proposed({ scheme: undefined, differences: ["a differs"] }),
      "not done, and not known": proposed({ does: { verdict: "no", effects } }),
      "one can pass it": proposed({ votes, control: { ...control, accounts: [HOLDER] } }),
      "nobody can": proposed({ control: { ...control, accounts: [] } }),
      "rules not read": proposed({ votes: unread }),
    });
  });
});
