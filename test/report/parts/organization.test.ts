import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { Inspection, SchemeDescription } from "../../../src/inspect/description.js";
import { Addresses } from "../../../src/report/elements.js";
import { makingPart, permissionsPart } from "../../../src/report/parts/history.js";
import { organizationPart } from "../../../src/report/parts/organization.js";
import { proposalsPart } from "../../../src/report/parts/proposals.js";
import { account, HOSTILE, sampleFacts } from "../sample-facts.js";
import { plainText } from "./plain-text.js";

const NOTHING = { notRead: "the node does not answer" };
const STRANGER = account(77);
const UNKNOWN = { address: STRANGER, code: "unknown" } as const;
const ADDRESSES = new Addresses(new Map(), undefined);
const facts = sampleFacts();
const sample = facts.inspection;

function organization(changes: Partial<Inspection>): string {
  const inspection = { ...sample, ...changes };
  return plainText(organizationPart({ ...facts, inspection }, ADDRESSES));
}

function ofScheme(changes: Partial<SchemeDescription>): string {
  return organization({ schemes: [{ ...sample.schemes[0]!, ...changes }] });
}

function proposals(changes: Partial<Inspection>): string {
  const inspection = { ...sample, ...changes };
  return plainText(proposalsPart({ inspection, simulations: [] }, ADDRESSES));
}

describe("organizationPart", () => {
  it("shows the token in its decimals, or in wei if they are unknown", () => {
    const token = { ...sample.token, symbol: "OWN", totalSupply: "1500", cap: "2000" };
    expect(organization({ token: { ...token, decimals: 2 } }))
      .to.include("supply 15, at most 20")
      .and.include("15 OWN");
    expect(organization({ token: { ...token, decimals: NOTHING } }))
      .to.include("supply 1,500 wei, at most 2,000 wei")
      .and.include("1,500 wei OWN");
  });

  it("lists global constraints, and says if they were not read", () => {
    const constraint = { contract: UNKNOWN, looks: "before", paramsHash: "0x" } as const;
    const text = organization({
      globalConstraints: [
        { ...constraint, parameters: { cap: "5" } },
        { ...constraint, looks: "after", parameters: NOTHING },
      ],
    });
    expect(text)
      .to.include(`Global constraint ${STRANGER} unknown code looks before: {"cap":"5"}`)
      .and.include("looks after: not read: the node does not answer")
      .and.include("constraint, looks before");
    expect(organization({ globalConstraints: NOTHING })).to.include(
      "Global constraints not read: the node does not answer",
    );
  });

  it("lists earlier controllers", () => {
    const contract = { ...UNKNOWN, universal: false };
    const until = { block: 20, time: 1, transaction: "0x" };
    const earlier = { contract, until, replacedBy: sample.controller.address };
    expect(organization({ earlierControllers: [earlier] })).to.include(
      `${STRANGER}, unknown code until block 20, replaced by ${sample.controller.address}`,
    );
  });

  it("says who owns a scheme and what it may call, and what was not read of it", () => {
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    const shown = (changes: object) => ofScheme({ parameters: { ...parameters, ...changes } });
    expect(shown({ owner: STRANGER, mayCall: [account(78)] })).to.include(
      `Owner ${STRANGER} May call ${account(78)} Parameters hash`,
    );
    expect(shown({ owner: ZeroAddress, mayCall: [] })).to.include("Owner nobody May call nothing");
    expect(shown({ owner: NOTHING, mayCall: NOTHING })).to.include(
      "Owner not read: the node does not answer May call not read: the node does not answer",
    );
    expect(ofScheme({ parameters: NOTHING })).to.include("Parameters not read: the node does not");
    const vote = { votingMachine: STRANGER, paramsHash: "0xaa", rules: NOTHING };
    expect(shown({ votes: { vote } })).to.include("Rules not read: the node does not answer");
    expect(ofScheme({ history: [] })).to.include("Registered without an event, as older");
  });

  it("lists the contracts that a scheme works with, with their owners and values", () => {
    const parameters = { kept: "own", values: {}, votes: {} } as const;
    const referred = { contract: UNKNOWN, values: { [HOSTILE]: HOSTILE } };
    const shown = (changes: object) =>
      ofScheme({ parameters: { ...parameters, refersTo: [{ ...referred, ...changes }] } });
    expect(shown({})).to.include(`Works with unknown code ${STRANGER}`).and.include("\\u202eevil");
    expect(shown({ owner: account(78) })).to.include(`${STRANGER}, owned by ${account(78)}`);
    expect(shown({ owner: ZeroAddress })).to.include(`${STRANGER}, owned by nobody`);
    expect(shown({ owner: NOTHING, values: NOTHING })).to.include(
      `${STRANGER}, owner not read: the node does not answer Values not read: the node does not`,
    );
    expect(shown({})).to.include("of ContributionReward");
  });

  it("describes the picture in words, with plurals only where they belong", () => {
    expect(organization({})).to.include(
      "vote in 1 voting machine on proposals of 2 schemes, which",
    );
    expect(ofScheme({})).to.include("on proposals of 1 scheme, which");
    expect(organization({ reputation: { ...sample.reputation, holders: NOTHING } })).to.include(
      "holders not read",
    );
    expect(organization({ name: NOTHING, treasury: NOTHING }))
      .to.include("name not read")
      .and.include("treasury not read");
  });
});

describe("proposalsPart", () => {
  it("counts proposals, and those that are pending", () => {
    const [open, ...over] = sample.proposals as readonly object[];
    const of = (...list: readonly unknown[]) => proposals({ proposals: list as never });
    expect(of(open)).to.include("1 proposal, still pending.");
    expect(of(over[0])).to.include("1 proposal, not pending.");
    expect(of(...over)).to.include("2 proposals, none of them pending: the newest comes first.");
    expect(of(open, ...over)).to.include(
      "3 proposals, 1 of them still pending: it comes first. The newest are on top.",
    );
    expect(of(open, open)).to.include("2 of them still pending: they come first. The newest");
    expect(of()).to.include("There are none.");
  });

  it("says which proposals were not read", () => {
    expect(proposals({ proposals: NOTHING })).to.include(
      "Proposals are not read: the node does not answer.",
    );
    const votingMachines = [{ contract: UNKNOWN, proposals: NOTHING }];
    expect(proposals({ proposals: [], votingMachines }))
      .to.include(`Those of voting machine ${STRANGER} are not read: the node does not answer.`)
      .and.include("None that could be read.");
    const [first] = sample.proposals as readonly object[];
    const unread = { ...first, progress: NOTHING, votes: NOTHING };
    expect(proposals({ proposals: [unread] as never })).to.include(
      "1 proposal, pending or not known to be over.",
    );
  });
});

describe("permissionsPart", () => {
  it("says by whom a scheme was registered, with which controller", () => {
    const [entry] = sample.schemes[0]!.history;
    const history = [
      { ...entry!, how: "controller", controller: STRANGER } as const,
      { ...entry!, event: "unregistered", how: "itself" } as const,
    ];
    const schemes = [
      { ...sample.schemes[0]!, history },
      { ...sample.schemes[1]!, history: [] },
    ];
    const text = plainText(permissionsPart({ ...sample, schemes }, ADDRESSES));
    expect(text)
      .to.match(/registered ContributionReward 0x\w{40} the creation of the controller block 10/)
      .and.include(`with the earlier controller ${STRANGER}`)
      .and.match(/unregistered ContributionReward 0x\w{40} itself block/)
      .and.match(/Registered without an event, .* for their creator: 0x\w{40}$/);
  });
});

describe("makingPart", () => {
  it("says if the transactions were not read or not found, and which failed", () => {
    const shown = (making: Parameters<typeof makingPart>[0]) =>
      plainText(makingPart(making, ADDRESSES));
    expect(shown(NOTHING)).to.include(
      "The transactions that created it are not read: the node does not answer.",
    );
    const none = { maker: "", transactions: [] };
    expect(shown({ ...none, missing: "No event says who created it." })).to.include(
      "No event says who created it.",
    );
    expect(shown(none)).to.include("No transaction was found.");
    const { making } = facts as { making: Exclude<typeof facts.making, { notRead: string }> };
    const [transaction] = making.transactions;
    const failed = { ...making, transactions: [{ ...transaction!, failed: true }] };
    expect(shown({ ...failed, missing: "Only some." }))
      .to.include(
        `1 transaction of ${account(4)}: 21,000 gas, 0.000000000000042 ether in total. Only some.`,
      )
      .and.include(`deployed Avatar ${account(1)} failed 21,000`);
  });
});
