import { expect } from "chai";

import type { DebtDescription, Inspection } from "../../../src/inspect/description.js";
import { Addresses } from "../../../src/report/elements.js";
import { inShort } from "../../../src/report/parts/in-short.js";
import { treasuryPart } from "../../../src/report/parts/treasury.js";
import { debtLines } from "../../../src/terminal/inspection-promises-text.js";
import { account, sampleFacts } from "../sample-facts.js";
import { plainText } from "./plain-text.js";

const NOTHING = { notRead: "the node does not answer" };
const TOKEN = account(9);
const facts = sampleFacts();
const ADDRESSES = new Addresses(new Map(), undefined);
const ETHER: DebtDescription = {
  of: "ether",
  amount: "4000000000000000000",
  due: "1000000000000000000",
  has: "3000000000000000000",
  proposals: ["0xab"],
};

function treasury(changes: Partial<Inspection>): string {
  return plainText(treasuryPart({ ...facts.inspection, ...changes }, ADDRESSES));
}

/** Returns the card about debts. */
function debtCard(changes: Partial<Inspection>): string {
  const inspection = { ...facts.inspection, ...changes };
  const text = plainText(inShort({ ...facts, inspection }, [], ADDRESSES));
  return text.slice(text.indexOf("What is owed?"), text.indexOf("Does it match"));
}

function debts(...owed: readonly DebtDescription[]): Partial<Inspection> {
  return { owes: { debts: owed, unknown: [] } };
}

describe("treasuryPart", () => {
  it("compares each promise with what the treasury has", () => {
    expect(treasury(debts(ETHER))).to.include("ether 4 1 3 enough 0xab");
    expect(treasury(debts({ ...ETHER, missing: "1000000000000000000" }))).to.include(
      "ether 4 1 3 1 too little 0xab",
    );
  });

  it("does not say that the treasury has enough if its balance was not read", () => {
    const text = treasury(debts({ ...ETHER, has: NOTHING }));
    expect(text).to.include("ether 4 1 not read: the node does not answer not known 0xab");
    expect(text).not.to.include("enough");
    expect(debtCard(debts({ ...ETHER, has: NOTHING }))).to.include("What 1 proposal promised");
  });

  it("compares nothing that is minted", () => {
    const { has, ...rest } = ETHER;
    expect(has).not.to.equal(undefined);
    const minted = { ...rest, of: "reputation" as const };
    expect(treasury(debts(minted))).to.include("reputation 4 1 minted when redeemed 0xab");
  });

  it("shows tokens in wei if their decimals are unknown", () => {
    const token = { address: TOKEN, name: "T", symbol: "TKN", decimals: NOTHING };
    const owed = { ...ETHER, of: "token" as const, token, amount: "5", due: "2", has: "7" };
    expect(treasury(debts(owed))).to.include(`wei of TKN ${TOKEN} 5 2 7 enough`);
    const known = { ...owed, token: { ...token, decimals: 1 } };
    expect(treasury(debts(known))).to.include(`TKN ${TOKEN} 0.5 0.2 0.7 enough`);
    expect(treasury({ treasury: { ether: "0", tokens: [{ ...token, amount: "5" }] } })).to.include(
      `TKN 5 wei T ${TOKEN}`,
    );
  });

  it("shows the DAO's own token in its decimals, or in wei if they are unknown", () => {
    const { has, ...rest } = ETHER;
    expect(has).not.to.equal(undefined);
    const owed = debts({ ...rest, of: "own token", amount: "500", due: "500" });
    const own = (decimals: number | typeof NOTHING) => ({
      ...owed,
      token: { ...facts.inspection.token, symbol: "OWN", decimals },
    });
    expect(treasury(own(2))).to.include("OWN, the DAO’s own 5 5 minted when redeemed");
    expect(treasury(own(NOTHING))).to.include("wei of OWN, the DAO’s own 500 500 minted");
    const inspection = { ...facts.inspection, ...own(NOTHING) };
    expect(debtLines(inspection)[1]).to.equal(
      "  500 wei of OWN by 1 proposal, minted when redeemed",
    );
  });

  it("says which promises are unknown, and why", () => {
    const owes = { debts: [], unknown: [{ proposal: "0xab", why: NOTHING }] };
    expect(treasury({ owes })).to.include(
      "Look at this: What proposal 0xab owes is not read: the node does not answer.",
    );
    expect(treasury({ owes: NOTHING })).to.include("What it owes is not read: the node");
    expect(treasury({ treasury: NOTHING })).to.include("The treasury is not read: the node");
    expect(debtCard({ owes: NOTHING }))
      .to.include("Not known")
      .and.include("the node does not");
  });

  it("says that nothing is owed only if all proposals were read", () => {
    expect(treasury({})).to.include("Nothing is owed. Every passed proposal has been paid.");
    expect(debtCard({})).to.include("Nothing Every passed proposal has been paid.");
    const [machine] = facts.inspection.votingMachines;
    const votingMachines = [{ ...machine!, proposals: NOTHING }];
    for (const text of [treasury({ votingMachines }), debtCard({ votingMachines })]) {
      expect(text)
        .to.include("Every passed proposal that was read has been paid, but those of a voting")
        .and.not.match(/Nothing\b/);
    }
    expect(debtCard({ votingMachines })).to.include("Not known");
  });
});
