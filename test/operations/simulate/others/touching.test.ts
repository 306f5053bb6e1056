import { expect } from "chai";
import { getAddress } from "ethers";

import type {
  ProposalDescription,
  ProposalRequest,
} from "../../../../src/engine/inspect/description.js";
import {
  touchedByBoth,
  type Touchable,
} from "../../../../src/operations/simulate/others/touching.js";

const at = (digits: string) => getAddress(`0x${digits.repeat(20)}`);
const [CONTROLLER, TOKEN, OTHER, SCHEME, REWARDS] = ["c0", "70", "01", "5c", "4e"].map(at) as [
  string,
  string,
  string,
  string,
  string,
];
const account = (address: string) => ({ address, code: "account" }) as const;
const DAO = {
  controller: account(CONTROLLER),
  treasury: {
    ether: "10",
    tokens: [{ address: TOKEN, name: "T", symbol: "T", decimals: 18, amount: "100" }],
  },
  globalConstraints: [],
  token: {},
} as unknown as Touchable;

function proposal(requests: unknown, scheme = REWARDS): ProposalDescription {
  const id = `0x${"99".repeat(32)}`;
  return { id, scheme, requests: requests as ProposalRequest } as ProposalDescription;
}

function reward(changes: object): ProposalDescription {
  const nothing = { ether: "0", nativeTokens: "0", reputation: "0", externalTokens: "0" };
  return proposal({ kind: "reward", ...nothing, periods: "1", ...changes });
}

function calls(...to: readonly (readonly [address: string, value: string])[]): ProposalDescription {
  return proposal({
    kind: "calls",
    calls: to.map(([address, value]) => ({ to: account(address), value, data: "0x" })),
  });
}

describe("touchedByBoth", () => {
  const both = (one: ProposalDescription, other: ProposalDescription, dao = DAO) => {
    const found = touchedByBoth(one, other, dao);
    expect(touchedByBoth(other, one, dao)).to.deep.equal(found);
    return found;
  };

  it("finds rewards that the treasury cannot both pay, counting all periods", () => {
    expect(both(reward({ ether: "4" }), reward({ ether: "7" }))).to.deep.equal(["ether"]);
    expect(both(reward({ ether: "4" }), reward({ ether: "6" }))).to.deep.equal([]);
    expect(both(reward({ ether: "4" }), reward({ ether: "2", periods: "4" }))).to.deep.equal([
      "ether",
    ]);
    const tokens = (externalTokens: string) => reward({ externalToken: TOKEN, externalTokens });
    expect(both(tokens("60"), tokens("41"))).to.deep.equal([`contract ${TOKEN}`]);
    expect(both(tokens("60"), tokens("40"))).to.deep.equal([]);
    // The treasury's balances are unknown.
    const blind = { ...DAO, treasury: { notRead: "no" } };
    expect(both(reward({ ether: "1" }), reward({ ether: "1" }), blind)).to.deep.equal(["ether"]);
  });

  it("finds a call to a token that another proposal pays, and contracts that both call", () => {
    const pays = reward({ externalToken: TOKEN, externalTokens: "1" });
    expect(both(pays, calls([TOKEN, "0"]))).to.deep.equal([`contract ${TOKEN}`]);
    expect(both(calls([OTHER, "0"]), calls([TOKEN, "0"], [OTHER, "0"]))).to.deep.equal([
      `contract ${OTHER}`,
    ]);
    expect(both(calls([OTHER, "0"]), calls([TOKEN, "0"]))).to.deep.equal([]);
    expect(both(calls([OTHER, "5"], [OTHER, "3"]), reward({ ether: "3" }))).to.deep.equal([
      "ether",
    ]);
  });

  it("finds a call that names the other proposal, as a vote of the DAO itself does", () => {
    const voted = { ...reward({ ether: "1" }), id: `0x${"1d".repeat(32)}` };
    const votes = calls([OTHER, "0"]);
    const { requests } = votes as { requests: Extract<ProposalRequest, { kind: "calls" }> };
    const named = requests.calls.map((each) => ({ ...each, data: `0x12345678${"1D".repeat(32)}` }));
    const voting = { ...votes, requests: { ...requests, calls: named } };
    expect(both(voting, voted)).to.deep.equal([`proposal ${voted.id}`]);
    expect(both(votes, voted)).to.deep.equal([]);
  });

  it("finds minting of a token only if it may have a cap", () => {
    const mints = reward({ nativeTokens: "1" });
    expect(both(mints, mints)).to.deep.equal([]);
    const capped = { ...DAO, token: { ...DAO.token, cap: "5" } };
    expect(both(mints, mints, capped)).to.deep.equal(["supply of the token"]);
    const constrained = { ...DAO, globalConstraints: [{}] } as unknown as Touchable;
    expect(both(mints, mints, constrained)).to.deep.equal(["supply of the token"]);
  });

  it("finds one proposal's scheme if the other registers or unregisters it", () => {
    const gone = proposal({ kind: "unregisterScheme", scheme: account(REWARDS) }, SCHEME);
    expect(both(gone, reward({ ether: "1" }))).to.deep.equal([`scheme ${REWARDS}`]);
    const again = proposal({ kind: "registerScheme", scheme: account(REWARDS) }, SCHEME);
    expect(both(gone, again)).to.deep.equal([`scheme ${REWARDS}`]);
    // Both go through the same scheme, but concern different ones.
    const another = proposal({ kind: "registerScheme", scheme: account(OTHER) }, SCHEME);
    expect(both(gone, another)).to.deep.equal([]);
  });

  it("treats anything that may change control of the DAO as touching everything", () => {
    const any = reward({ reputation: "1" });
    for (const requests of [
      { kind: "upgradeController", controller: account(OTHER) },
      { kind: "addGlobalConstraint", constraint: account(OTHER) },
      { kind: "removeGlobalConstraint", constraint: account(OTHER) },
      { notRead: "unknown" },
    ]) {
      expect(both(proposal(requests), any)).to.deep.equal(["who controls the DAO"]);
    }
    expect(both(calls([CONTROLLER, "0"]), any)).to.deep.equal(["who controls the DAO"]);
  });
});
