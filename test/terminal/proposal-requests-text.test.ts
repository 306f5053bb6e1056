import { expect } from "chai";

import type {
  Inspection,
  ProposalDescription,
  ProposalRequest,
} from "../../src/inspect/description.js";
import { describePermissions } from "../../src/inspect/schemes/permissions.js";
import {
  asksLines,
  callText,
  controlLines,
  detailLines,
  redeemableText,
  stateText,
} from "../../src/terminal/inspection-proposals-text.js";
import { account, sampleFacts } from "../report/sample-facts.js";
import { noReward } from "../inspect/sample-reward.js";

const NOTHING = { notRead: "the node does not answer" };
const SOMEBODY = account(77);
const { inspection: sample } = sampleFacts();
const [PROPOSAL] = sample.proposals as readonly ProposalDescription[];
const NOW = sample.block.timestamp;
const DAO: Inspection = {
  ...sample,
  token: { ...sample.token, symbol: "OWN", decimals: 2 },
  votingMachines: sample.votingMachines.map((machine) => ({
    ...machine,
    stakingToken: { address: account(10), name: "Gen", symbol: "GEN", decimals: 3 },
  })),
};
const NAMED = { address: SOMEBODY, code: "arc", name: "UpgradeScheme", releases: [] } as const;
const UNKNOWN = { address: SOMEBODY, code: "unknown" } as const;
const REWARD = noReward(SOMEBODY);

function asks(request: ProposalRequest, dao = DAO): string {
  return asksLines({ ...PROPOSAL!, asks: request }, dao).join("\n");
}

describe("asksLines", () => {
  it("shows each amount of a reward with its sign, in its unit, and how often it is paid", () => {
    const all = {
      ...REWARD,
      reputation: "-500000000000000000",
      nativeTokens: "150",
      ether: "2000000000000000000",
      externalTokens: "7",
      externalToken: account(9),
    };
    expect(asks(all)).to.equal(
      `  asks: -0.5 reputation, 1.5 OWN, 2 ether, 7 wei of the token ${account(9)} for ${SOMEBODY}`,
    );
    expect(asks({ ...all, periods: "3", periodLength: "3600" })).to.match(
      /, 3 times, every 1 h \(3600 s\)$/,
    );
    expect(asks(REWARD)).to.equal(`  asks: nothing for ${SOMEBODY}`);
  });

  it("shows the DAO's own tokens in wei if their decimals were not read", () => {
    const token = { ...DAO.token, decimals: NOTHING };
    const reward = { ...REWARD, nativeTokens: "150" };
    expect(asks(reward, { ...DAO, token })).to.include("150 wei of OWN for");
    expect(asks(reward, { ...DAO, token: { ...token, symbol: NOTHING } })).to.include(
      "150 wei of tokens for",
    );
  });

  it("says which schemes are registered and removed, and with what permissions", () => {
    const permissions = describePermissions("0x00000009");
    const register = { kind: "registerScheme", paramsHash: "0x", permissions } as const;
    expect(asks({ ...register, scheme: UNKNOWN })).to.match(
      /^ {2}asks: register a scheme of unknown code 0x\w{40}, which may then \(0x00000009\) mint .*; upgrade the controller$/,
    );
    expect(asks({ kind: "unregisterScheme", scheme: NAMED })).to.equal(
      `  asks: unregister UpgradeScheme ${SOMEBODY}`,
    );
    expect(asks({ kind: "unregisterScheme", scheme: UNKNOWN })).to.equal(
      `  asks: unregister the scheme ${SOMEBODY}`,
    );
  });

  it("says which constraint, controller or upgrading scheme the DAO would get", () => {
    expect(asks({ kind: "addGlobalConstraint", constraint: UNKNOWN })).to.equal(
      `  asks: add the global constraint ${SOMEBODY}`,
    );
    expect(asks({ kind: "removeGlobalConstraint", constraint: NAMED })).to.equal(
      `  asks: remove the global constraint UpgradeScheme ${SOMEBODY}`,
    );
    expect(asks({ kind: "upgradeController", controller: UNKNOWN })).to.equal(
      `  asks: hand the DAO to the controller ${SOMEBODY} (unknown code)`,
    );
    expect(asks({ kind: "changeUpgradeScheme", scheme: NAMED, paramsHash: "0x" })).to.equal(
      `  asks: make ${SOMEBODY} the upgrading scheme`,
    );
    expect(asks({ kind: "other", event: "Odd", values: { a: "1" } })).to.equal(
      '  asks: Odd {"a":"1"}',
    );
  });

  it("says why a request was not read", () => {
    expect(asksLines({ ...PROPOSAL!, asks: NOTHING }, DAO)).to.deep.equal([
      "  asks: not read: the node does not answer",
    ]);
  });
});

describe("callText", () => {
  const call = { to: UNKNOWN, value: "0", data: "0x12345678" };

  it("says how much ether a call sends, and what it calls", () => {
    expect(callText({ ...call, value: "1500000000000000000", data: "0x" })).to.equal(
      `${SOMEBODY} with 1.5 ether, without data`,
    );
    expect(callText(call)).to.equal(`${SOMEBODY}, function 0x12345678 (unknown), 4 bytes`);
    const known = { signature: "vote(uint256 a)", args: { a: "1" }, knownBy: "guess" } as const;
    expect(callText({ ...call, to: NAMED, function: known })).to.equal(
      `UpgradeScheme ${SOMEBODY}, vote(uint256 a) with a: 1, guessed from its first 4 bytes`,
    );
    const without = { signature: "pause()", args: {}, knownBy: "code" } as const;
    expect(callText({ ...call, function: without })).to.equal(`${SOMEBODY}, pause() with nothing`);
  });
});

describe("stateText", () => {
  const open = { state: { noted: "queued", now: "queued" }, progress: { stage: "open" } } as const;
  const over = {
    state: { noted: "queued", now: "executed" },
    progress: { stage: "to be executed" },
  } as const;

  it("says how long a vote stays open", () => {
    expect(stateText({ ...open, deadline: NOW + 3600 }, NOW)).to.match(
      /^queued, until .* \(in 1 h\)$/,
    );
    expect(stateText({ ...open, deadline: NOW }, NOW)).to.match(/^queued, until .* \(over\)$/);
    expect(stateText({ ...open, deadline: NOTHING }, NOW)).to.equal("queued");
    const boosted = { noted: "queued", now: "boosted" } as const;
    expect(stateText({ ...open, state: boosted }, NOW)).to.equal(
      "recorded as queued, boosted as soon as anybody calls execute",
    );
  });

  it("does not call a proposal rejected if nobody knows how it was decided", () => {
    const start = "! recorded as queued, but over: once anybody calls execute, it is";
    expect(stateText({ ...over, decision: "for" }, NOW)).to.equal(`${start} passed`);
    expect(stateText({ ...over, decision: "against" }, NOW)).to.equal(`${start} rejected`);
    for (const unknown of [over, { ...over, decision: NOTHING }]) {
      expect(stateText(unknown, NOW)).to.equal(`${start} decided, but how is not known`);
    }
    const expired = { noted: "queued", now: "expiredInQueue" } as const;
    expect(stateText({ ...over, state: expired }, NOW)).to.equal(`${start} expired in the queue`);
  });

  it("says what a passed proposal lacks, and what was not read", () => {
    const state = { noted: "executed", now: "executed" } as const;
    const missing = "It is not redeemed.";
    expect(stateText({ state, progress: { stage: "passed", missing } }, NOW)).to.equal(
      "! passed but not carried out. It is not redeemed.",
    );
    expect(stateText({ state, progress: { stage: "done" } }, NOW)).to.equal(
      "passed and carried out",
    );
    expect(stateText({ state, progress: { stage: "rejected" } }, NOW)).to.equal("rejected");
    expect(stateText({ state, progress: { stage: "expired" } }, NOW)).to.equal(
      "expired in the queue",
    );
    expect(stateText({ state, progress: NOTHING }, NOW)).to.equal(
      "decided; what happened next not read: the node does not answer",
    );
    expect(stateText({ state: NOTHING, progress: NOTHING }, NOW)).to.equal(
      "state not read: the node does not answer",
    );
  });
});

describe("detailLines", () => {
  it("says if votes, stakes or what can be redeemed were not read", () => {
    const unread = { ...PROPOSAL!, votes: NOTHING, stakes: NOTHING, redeemable: NOTHING };
    expect(detailLines(unread, DAO)).to.include.members([
      "  votes not read: the node does not answer",
      "  stakes not read: the node does not answer",
      "  not redeemed yet: not read: the node does not answer",
    ]);
  });

  it("shows stakes in the staking token, in wei if its decimals were not read", () => {
    const stakes = { for: "1500", against: "1000", placed: [], toBoost: "500" };
    expect(detailLines({ ...PROPOSAL!, stakes }, DAO)).to.include(
      "  stakes: 1.5 GEN for, 1 GEN against; 0.5 GEN more for it would boost it",
    );
    const votingMachines = DAO.votingMachines.map((each) => ({ ...each, stakingToken: NOTHING }));
    expect(detailLines({ ...PROPOSAL!, stakes }, { ...DAO, votingMachines })).to.include(
      "  stakes: 1,500 wei of staking tokens for, 1,000 wei of staking tokens against; 500 wei of staking tokens more for it would boost it",
    );
  });
});

describe("redeemableText", () => {
  it("distinguishes what the DAO pays from what it promised but does not have", () => {
    const all = { account: SOMEBODY, stakingTokens: "1000", reputation: "0", daoBounty: "500" };
    const units = { staked: "GEN", stakedDecimals: 3 };
    expect(redeemableText({ ...all, daoBountyPromised: "2000" }, units)).to.equal(
      "1 GEN, 0.5 GEN of the DAO's, 2 GEN that the DAO promised but does not have",
    );
  });
});

describe("controlLines", () => {
  it("warns of schemes that need no vote, and says if no group can pass anything", () => {
    const [first] = DAO.control as Exclude<Inspection["control"], { readonly notRead: string }>;
    const [scheme] = DAO.schemes;
    const lines = controlLines({
      ...DAO,
      control: [{ ...first!, accounts: [], boosting: false }],
      schemes: [...DAO.schemes, { ...scheme!, contract: { address: SOMEBODY, code: "account" } }],
    });
    expect(lines).to.deep.equal([
      "Who controls this DAO: the fewest who can pass a proposal",
      "  ContributionReward (0x0000001f)\n    nobody: all accounts together have no more than 50% of the reputation",
      `  ! ${SOMEBODY} alone, without any vote (0x00000001)`,
    ]);
    expect(controlLines({ ...DAO, control: NOTHING })).to.deep.equal([
      "Who controls this DAO: not read: the node does not answer",
    ]);
  });
});
