import { expect } from "chai";

import type { DecidedChange } from "../../../../src/operations/change/decide/decide-change.js";
import { founderProposals } from "../../../../src/operations/change/decide/founder-proposals.js";
import {
  allowanceProposals,
  constraintProposals,
} from "../../../../src/operations/change/decide/needed-proposals.js";
import {
  inOrder,
  type NeededProposal,
} from "../../../../src/operations/change/decide/proposal-order.js";
import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import { noReward } from "../../../engine/inspect/sample-reward.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const [ANNE, BOB] = [account(1), account(2)];
const inspection = sampleInspection();

/** Whole tokens and whole reputation. */
type Amounts = readonly [tokens: bigint, reputation: bigint];

interface Founder {
  readonly got?: Amounts;
  readonly has?: Amounts;
  readonly rewarded?: Amounts;
  readonly progress?: object;
  readonly wanted?: Amounts;
}

const wei = (amount: bigint): bigint => amount * 10n ** 18n;

/** Returns the facts about one founder. */
function founder({
  got = [0n, 0n],
  has = got,
  rewarded = [0n, 0n],
  progress = { stage: "done" },
  wanted,
}: Founder): DecidedChange {
  const [tokens, reputation] = got.map((amount) => String(wei(amount)));
  const holders = (amount: bigint) => [{ account: ANNE, amount: String(wei(amount)) }];
  const [nativeTokens, more] = rewarded.map((amount) => String(wei(amount)));
  const requests = { ...noReward(ANNE), nativeTokens, reputation: more };
  return {
    inspection: {
      ...inspection,
      founders: [{ account: ANNE, tokens, reputation }],
      token: { ...inspection.token, holders: holders(has[0]) },
      reputation: { ...inspection.reputation, holders: holders(has[1]) },
      proposals: [{ requests, progress }] as unknown as readonly ProposalDescription[],
    },
    facts: {
      wanted: {
        founders: wanted
          ? [{ address: ANNE, tokens: wei(wanted[0]), reputation: wei(wanted[1]), path: [] }]
          : [],
      },
    },
  } as unknown as DecidedChange;
}

describe("founderProposals", () => {
  const unclear = { notRead: "it reverts", unknowable: true };
  const CASES: Readonly<Record<string, readonly [Founder, string?]>> = {
    "nothing to a founder who got everything": [{ got: [10n, 10n], wanted: [10n, 10n] }],
    "everything to a new founder": [{ wanted: [5n, 7n] }, "5.0 7.0 less"],
    "what a founder got too little": [{ got: [10n, 10n], wanted: [12n, 10n] }, "2.0 0.0 less"],
    "nothing twice, even if a reward was sold": [
      { got: [10n, 10n], has: [0n, 10n], rewarded: [2n, 0n], wanted: [12n, 10n] },
    ],
    "nothing that a founder has, whatever its origin": [
      { got: [10n, 10n], has: [12n, 10n], wanted: [12n, 10n] },
    ],
    "only what a reward left out": [
      { got: [1n, 1n], rewarded: [1n, 0n], wanted: [4n, 1n] },
      "2.0 0.0 less",
    ],
    "nothing that may have been paid": [
      { got: [1n, 1n], rewarded: [3n, 0n], progress: unclear, wanted: [4n, 1n] },
    ],
    "what an open proposal has not paid": [
      { got: [1n, 1n], rewarded: [3n, 0n], progress: { stage: "open" }, wanted: [4n, 1n] },
      "3.0 0.0 less",
    ],
    "less reputation, but never less tokens": [
      { got: [10n, 10n], wanted: [3n, 4n] },
      "0.0 -6.0 more",
    ],
    "no reputation to somebody who is not in the file": [{ got: [10n, 10n] }, "0.0 -10.0 more"],
    "no reputation that was taken already": [
      { got: [0n, 10n], has: [0n, 4n], rewarded: [0n, -6n], wanted: [0n, 4n] },
    ],
    "no more than the balance": [{ got: [0n, 10n], has: [0n, 3n] }, "0.0 -3.0 more"],
    "the reputation that was earned later": [{ got: [0n, 10n], has: [0n, 50n], wanted: [0n, 10n] }],
  };
  for (const [what, [told, expected]] of Object.entries(CASES)) {
    it(`give or leave ${what}`, () => {
      const amounts = founderProposals(founder(told)).map(({ draft, why }) =>
        draft.kind === "reward"
          ? `${draft.tokens} ${draft.reputation} ${/ got (\w+) /.exec(why)?.[1]}`
          : "",
      );
      expect(amounts).to.deep.equal(expected === undefined ? [] : [expected]);
    });
  }

  it("are none if the DAO's creation could not be read", () => {
    const decided = founder({ wanted: [5n, 5n] });
    const unread = { ...decided.inspection, missingEvents: "the node has no old events" };
    expect(founderProposals({ ...decided, inspection: unread })).to.deep.equal([]);
  });
});

describe("constraintProposals and allowanceProposals", () => {
  it("remove what the file does not have", () => {
    const dao = {
      ...inspection,
      globalConstraints: [{ contract: { address: ANNE, code: "arc" } }],
      allowances: [
        { token: ANNE, spender: BOB, amount: "1" },
        { token: ANNE, spender: BOB, amount: "1", operator: "isOperatorFor" },
        { token: ANNE, spender: BOB, amount: "1", operator: "isApprovedForAll" },
      ],
    } as unknown as DecidedChange["inspection"];
    expect(constraintProposals({ inspection: dao }).map(({ draft }) => draft)).to.deep.equal([
      { kind: "removeGlobalConstraint", constraint: ANNE },
    ]);
    const bob = BOB.slice(2).toLowerCase().padStart(64, "0");
    const nothing = "0".repeat(64);
    // approve(BOB, 0), revokeOperator(BOB), setApprovalForAll(BOB, false)
    const revoking = [`095ea7b3${bob}${nothing}`, `fad8b32a${bob}`, `a22cb465${bob}${nothing}`];
    const proposals = allowanceProposals({ inspection: dao });
    expect(new Set(proposals.map(({ key }) => key))).to.have.property("size", 3);
    expect(proposals.map(({ draft }) => draft)).to.deep.equal(
      revoking.map((data) => ({
        kind: "calls",
        calls: [{ to: ANNE, data: `0x${data}`, value: "0" }],
      })),
    );
  });
});

describe("inOrder", () => {
  it("puts constraints first, and removes the registrar last", () => {
    const stages = ["last", "removals", "registrars", "assets", "schemes", "constraints"] as const;
    const needed = stages.map((stage) => ({ key: stage, stage }) as unknown as NeededProposal);
    expect(inOrder(needed).map(({ key }) => key)).to.deep.equal([...stages].reverse());
  });
});
