import { expect } from "chai";

import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { brokenPromises } from "../../../../src/operations/simulate/verdicts/broken-promises.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const [SCHEME, OTHER] = [account(1), account(2)];
const NODE = { notRead: "the node fails" };

describe("brokenPromises", () => {
  /** What is said of a scheme with one proposal. */
  function saidOf(proposal: object, more: object = {}, stays = OTHER): readonly string[] {
    const inspection = {
      ...sampleInspection(),
      schemes: [
        {
          registered: true,
          contract: { address: SCHEME, code: "arc", name: "ContributionReward" },
        },
      ],
      proposals: [{ id: "0x07", scheme: SCHEME, ...proposal }],
      mintable: [],
      ...more,
    } as unknown as Inspection;
    return brokenPromises(inspection, (scheme) => scheme === stays).map(
      ({ id, status, what }) => `${id} ${status} ${what}`,
    );
  }
  const has = `unpaid-promises warning ContributionReward ${SCHEME} is removed, but it still has`;
  const may = `unpaid-promises inconclusive ContributionReward ${SCHEME} is removed, and what it still owes is not known:`;
  const done = { progress: { stage: "done" } };
  const voter = { account: OTHER, stakingTokens: "5", reputation: "0", daoBounty: "0" };

  for (const [what, proposal, more, said] of [
    ["nothing that is done", done, {}, []],
    ["nothing that failed", { progress: { stage: "rejected" } }, {}, []],
    ["an open proposal", { progress: { stage: "open" } }, {}, [`${has} 1 open proposal (0x07).`]],
    [
      "a reward that nobody has redeemed",
      { progress: { stage: "passed" } },
      {},
      [`${has} 1 passed proposal still to be carried out or redeemed (0x07).`],
    ],
    [
      "what voters have earned",
      { ...done, redeemable: [{ ...voter, reputation: "1" }] },
      {},
      [`${has} 1 decided proposal with unpaid rewards for votes (0x07).`],
    ],
    ["no stakes, which the voting machine has", { ...done, redeemable: [voter] }, {}, []],
    [
      "reputation that can still be claimed",
      done,
      { mintable: [{ scheme: SCHEME, atMost: "9" }] },
      [`${has} reputation that accounts can still redeem.`],
    ],
    ["no reputation of others", done, { mintable: [{ scheme: OTHER, atMost: "9" }] }, []],
    [
      "what could not be read",
      { progress: NODE },
      {},
      [`${may} 1 proposal that could not be read (0x07).`],
    ],
    ["reputation that could not be read", done, { mintable: NODE }, [`${may} the node fails.`]],
  ] as const) {
    it(`names ${what}`, () => {
      expect(saidOf(proposal, more)).to.deep.equal(said);
    });
  }

  it("says nothing of a scheme that stays", () => {
    expect(saidOf({ progress: { stage: "open" } }, {}, SCHEME)).to.deep.equal([]);
  });
});
