import { expect } from "chai";

import type { Inspection, ProposalDescription } from "../../src/inspect/description.js";
import {
  competitionLines,
  debtLines,
  listingLines,
  mintableLines,
  unpaidLines,
} from "../../src/terminal/inspection-promises-text.js";

const ADDRESS = `0x${"1".repeat(40)}`;
const OTHER = `0x${"2".repeat(40)}`;
const ID = `0x${"3".repeat(64)}`;
const NOT_READ = { notRead: "the node\nfailed" };
const NOW = 1_600_000_000;
const MOMENT = { block: 7, time: NOW, transaction: ID };

function inspection(parts: object): Inspection {
  const token = { symbol: "OWN", decimals: 2 };
  return { token, schemes: [], block: { timestamp: NOW }, ...parts } as unknown as Inspection;
}

function proposal(parts: object): ProposalDescription {
  return parts as unknown as ProposalDescription;
}

describe("promises in an inspection's text", () => {
  it("compares debts with assets", () => {
    const proposals = [ID];
    const gen = { address: OTHER, name: "Staked", symbol: "GEN\u001b[2J", decimals: 1 };
    const debts = [
      {
        of: "ether",
        amount: "3000000000000000000",
        due: "1000000000000000000",
        has: "2500000000000000000",
        missing: "500000000000000000",
        proposals,
      },
      { of: "token", token: gen, amount: "33", due: "33", has: "50", proposals: [ID, ID] },
      { of: "own token", amount: "150", due: "150", proposals },
    ];
    const unknown = [{ proposal: ID, why: NOT_READ }];
    expect(debtLines(inspection({ owes: { debts, unknown } }))).to.deep.equal([
      "Promised by proposals that passed, and not redeemed yet",
      "  ! 3 ether by 1 proposal, 1 of it due now; the treasury has 2.5, 0.5 too little",
      `  3.3 GEN\\x1b[2J ${OTHER} by 2 proposals; the treasury has 5`,
      "  1.5 OWN by 1 proposal, minted when redeemed",
      `  ! what the proposal ${ID} owes not read: the node failed`,
    ]);
    expect(debtLines(inspection({ owes: { debts: [], unknown: [] } }))).to.deep.equal([]);
    expect(debtLines(inspection({ owes: NOT_READ }))).to.deep.equal([
      "Owes not read: the node failed",
    ]);
  });

  it("says how much can be minted without a vote, for whom and until when", () => {
    const mintable = [
      {
        scheme: ADDRESS,
        atMost: "1000000000000000000",
        claimed: "0",
        from: NOW + 60,
        joinUntil: NOW - 60,
        to: "those who lock",
      },
      { scheme: OTHER, claimed: NOT_READ, until: NOT_READ, to: "whoever" },
    ];
    const contract = { address: ADDRESS, name: "LockingEth4Reputation" };
    const text = mintableLines(inspection({ mintable, schemes: [{ contract }] }));
    expect(text).to.deep.equal([
      "Reputation that can still be minted without a vote",
      `  at most 1 by LockingEth4Reputation ${ADDRESS}; redeemed so far: 0`,
      "    for those who lock; joining until 2020-09-13T12:25:40Z (over); minted from 2020-09-13T12:27:40Z",
      `  ! without limit by scheme ${OTHER}; redeemed so far: not read: the node failed`,
      "    for whoever; minted until not read: the node failed",
    ]);
  });

  it("says who blacklisted a DAO, and what they wrote, on one line", () => {
    const entry = { event: "blacklisted", ...MOMENT, by: OTHER, text: "spam\u001b[2J\nreally" };
    const listings = [
      {
        contract: { address: ADDRESS, name: "DAOTracker" },
        known: true,
        owner: OTHER,
        blacklisted: true,
        entries: [entry],
      },
      {
        contract: { address: OTHER, name: "DAORegistry" },
        known: false,
        name: "Mine",
        entries: [],
      },
    ];
    expect(listingLines(inspection({ listings }))).to.deep.equal([
      "In lists of DAOs",
      `  DAOTracker ${ADDRESS}, DAOstack's own`,
      "    ! blacklisted: indexers leave it out",
      `    blacklisted "spam\\x1b[2J really" in block 7 of 2020-09-13T12:26:40Z, by ${OTHER}`,
      `  DAORegistry ${OTHER}: registered as "Mine"`,
    ]);
  });

  it("says why redeeming fails, and who already has what", () => {
    const unpaid: object[] = [
      { of: "ether", account: OTHER, amount: "10", due: "0", periods: "2", refused: "too little" },
      { of: "token", token: ADDRESS, amount: "7", due: "7", heldBy: OTHER },
    ];
    const own = { token: "OWN", tokenDecimals: 2 };
    unpaid.push({ of: "own token", account: OTHER, amount: "150", due: "150" });
    expect(unpaidLines(proposal({ unpaid }), own)).to.deep.equal([
      "  not paid yet:",
      `    ! 0.00000000000000001 ether for ${OTHER} in 2 periods, none due now; redeeming fails now: too little`,
      `    7 wei of the token ${ADDRESS} for the account that the rewarder names, which the scheme ${OTHER} already holds`,
      `    1.5 OWN for ${OTHER}`,
    ]);
    expect(unpaidLines(proposal({ unpaid: NOT_READ }), own)).to.deep.equal([
      "  not paid yet: not read: the node failed",
    ]);
  });

  it("describes the state of a competition", () => {
    const competition = {
      contract: ADDRESS,
      rewardSplit: ["70", "30"],
      startTime: NOW,
      suggestionsEndTime: NOW + 100,
      votingStartTime: NOW + 50,
      endTime: NOW + 200,
      redeemUntil: NOW + 300,
      suggestions: [
        {
          id: "1",
          description: "mine\nall mine",
          beneficiary: OTHER,
          votes: "2000000000000000000",
          cast: [{}],
          place: 1,
          redeemedPercent: "70",
        },
      ],
    };
    const at = (time: number) => competitionLines(proposal({ competition }), time);
    expect(at(NOW)).to.deep.equal([
      `  competition ${ADDRESS}: 70, 30% for the winners; suggestions until 2020-09-13T12:28:20Z, ` +
        "votes from 2020-09-13T12:27:30Z until 2020-09-13T12:30:00Z",
      `    suggestion 1 "mine all mine" of ${OTHER}: 2 of 1 vote, place 1, 70% of the rewards paid`,
    ]);
    expect(at(NOW - 1)[0]).to.match(/begins at 2020-09-13T12:26:40Z$/);
    expect(at(NOW + 150)[0]).to.match(/; votes until 2020-09-13T12:30:00Z$/);
    expect(at(NOW + 250)[0]).to.match(/over, winners redeem until 2020-09-13T12:31:40Z$/);
    expect(at(NOW + 350)[0]).to.match(/over; redeeming ended at 2020-09-13T12:31:40Z$/);
  });
});
