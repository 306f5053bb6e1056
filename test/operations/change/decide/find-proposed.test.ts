import { expect } from "chai";
import { parseEther, ZeroHash } from "ethers";

import { decideChange } from "../../../../src/operations/change/decide/decide-change.js";
import {
  findProposed,
  requireProposals,
} from "../../../../src/operations/change/decide/find-proposed.js";
import type { ChangeInputs } from "../../../../src/operations/change/inputs.js";
import { networkOf } from "../../../../src/foundation/chain/networks.js";
import type {
  Inspection,
  ProposalDescription,
} from "../../../../src/engine/inspect/description.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { noReward } from "../../../engine/inspect/sample-reward.js";
import { expectRecorded } from "../../../recorded.js";
import { rejection } from "../../../rejection.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection();
const [FIRST] = inspection.proposals as readonly ProposalDescription[];
const [ANNE, BOB] = [account(1), account(2)];
const OTHER_HASH = `0x${"1".repeat(64)}`;

/** By the kind of draft: what it says, the request that is the same, and requests that are not. */
const KINDS: Readonly<Record<string, readonly [draft: object, same: object, others: object[]]>> = {
  reward: [
    { beneficiary: ANNE, tokens: "2", reputation: "-1" },
    {
      ...noReward(ANNE),
      nativeTokens: String(parseEther("2")),
      reputation: String(-parseEther("1")),
    },
    [
      { beneficiary: BOB },
      { nativeTokens: "5" },
      { reputation: "0" },
      { ether: "5" },
      { periods: "2" },
      // It also asks for other tokens of the treasury.
      { externalTokens: "1", externalToken: account(9) },
    ],
  ],
  registerScheme: [
    { scheme: ANNE, permissions: "0x00000010" },
    {
      scheme: { address: ANNE.toLowerCase() },
      permissions: { bytes: "0x00000011" },
      paramsHash: ZeroHash,
    },
    [
      { scheme: { address: BOB } },
      { permissions: { bytes: "0x0000001f" } },
      { paramsHash: OTHER_HASH },
      { kind: "unregisterScheme" },
    ],
  ],
  unregisterScheme: [
    { scheme: ANNE },
    { scheme: { address: ANNE } },
    [{ scheme: { address: BOB } }, { kind: "registerScheme" }],
  ],
  addGlobalConstraint: [
    { constraint: ANNE, voteToRemoveParams: OTHER_HASH },
    {
      constraint: { address: ANNE.toLowerCase() },
      paramsHash: ZeroHash,
      voteToRemoveParams: OTHER_HASH,
    },
    [
      { constraint: { address: BOB } },
      { paramsHash: OTHER_HASH },
      { voteToRemoveParams: ZeroHash },
      { kind: "removeGlobalConstraint" },
    ],
  ],
  removeGlobalConstraint: [
    { constraint: ANNE },
    { constraint: { address: ANNE } },
    [{ constraint: { address: BOB } }, { kind: "addGlobalConstraint" }],
  ],
  upgradeController: [
    { controller: ANNE },
    { controller: { address: ANNE } },
    [{ controller: { address: BOB } }, { kind: "changeUpgradeScheme" }],
  ],
  calls: [
    { calls: [{ to: ANNE, data: "0xab", value: "1" }] },
    { calls: [{ to: { address: ANNE }, data: "0xAB", value: String(parseEther("1")) }] },
    [
      { calls: [] },
      { calls: [{ to: { address: BOB }, data: "0xab", value: String(parseEther("1")) }] },
      { calls: [{ to: { address: ANNE }, data: "0xac", value: String(parseEther("1")) }] },
      { calls: [{ to: { address: ANNE }, data: "0xab", value: "1" }] },
      { kind: "other" },
    ],
  ],
};

describe("findProposed", () => {
  for (const [kind, [draft, same, others]] of Object.entries(KINDS)) {
    const find = (requests: object, ...all: Partial<ProposalDescription>[]) =>
      findProposed(
        {
          ...inspection,
          proposals: [...all, {}].map((each) => ({
            ...FIRST!,
            requests: { kind, ...same, ...requests } as ProposalDescription["requests"],
            ...each,
          })),
        },
        { draft: parseDraft({ kind, ...draft }, "it") },
      );

    it(`finds the proposal with the same request, and no other: ${kind}`, () => {
      expect(find({})).to.deep.include({ status: "open", failures: 0 });
      for (const other of others) expect(find(other), JSON.stringify(other)).to.equal(undefined);
      expect(find({ notRead: "the node fails" })).to.equal(undefined);
    });
  }

  const STAGES: Readonly<Record<string, readonly [stages: string, found?: object]>> = {
    "that is over": ["done"],
    "that passed": ["passed", { status: "passed", failures: 0 }],
    "that nobody has executed": ["to be executed", { status: "passed", failures: 0 }],
    "that is open after two that failed": [
      "rejected expired open",
      { status: "open", failures: 2 },
    ],
    "that passed before one that failed": ["passed expired", { status: "passed", failures: 1 }],
    "that expired in the queue": ["expiredInQueue", { status: "failed", failures: 1 }],
    "that failed last": ["rejected expired", { status: "failed", failures: 2 }],
  };
  for (const [what, [stages, found]] of Object.entries(STAGES)) {
    it(`decides by what became of one ${what}`, () => {
      const proposals = stages.split(/ (?!be|executed)/).map((stage, place) => ({
        ...FIRST!,
        id: String(place),
        ...(stage === "expiredInQueue"
          ? { state: { recorded: "queued", now: stage } as const }
          : { progress: { stage } as ProposalDescription["progress"] }),
      }));
      const draft = parseDraft({ kind: "reward", beneficiary: account(3000), ether: "1" }, "it");
      const proposed = findProposed({ ...inspection, proposals }, { draft });
      if (found === undefined) expect(proposed).to.equal(undefined);
      else expect(proposed).to.deep.include(found);
    });
  }
});

const FAILED = { notRead: "the node answers with HTTP 503" };
const UNKNOWABLE = { notRead: "the scheme is of unknown code", unknowable: true };
const READ = { requests: { kind: "call" }, progress: { stage: "open" } };

const inspected = (proposals: unknown) => ({ proposals }) as Pick<Inspection, "proposals">;

describe("requireProposals", () => {
  it("refuses proposals that could not be read, with what could happen and what to do", () => {
    expect(() => requireProposals(inspected(FAILED))).to.throw(
      MigrationError,
      /^The proposals of this DAO could not be read: the node answers with HTTP 503\. A change might propose again what is pending, or pay again what was paid\. Nothing was sent\. Run the same command again later, or with another node\.$/,
    );
  });

  it("names the proposals that the change may repeat", () => {
    const all = [
      { id: "0x01", ...READ },
      { id: "0x02", ...READ, requests: FAILED },
      { id: "0x03", ...READ, requests: UNKNOWABLE },
      // Counts as open, or as paid.
      { id: "0x04", ...READ, progress: FAILED },
    ];
    expectRecorded(requireProposals(inspected(all)));
  });

  it("is asked before a change is decided, planned or proposed", async () => {
    const request = async () => await Promise.reject(new Error("It asked the node."));
    const terms = { network: networkOf(1), openFork: request };
    const inspection = inspected(FAILED) as Inspection;
    const error = await rejection(decideChange({ request }, inspection, {} as ChangeInputs, terms));
    expect(error.message).to.match(/^The proposals of this DAO could not be read/);
  });
});
