import { expect } from "chai";

import {
  proposalLines,
  proposalsBlock,
  stateLine,
} from "../../../src/output/describe/proposals.js";
import { competitionLines } from "../../../src/output/describe/promises.js";
import { requestsOf } from "../../../src/output/describe/proposals.js";
import { callWords } from "../../../src/output/describe/requests.js";
import { line } from "../../../src/output/document/document.js";
import { inlineToTerminal, toTerminal } from "../../../src/output/document/to-terminal.js";
import type {
  CallDescription,
  Inspection,
  ProposalDescription,
  ProposalRequest,
} from "../../../src/engine/inspect/description.js";
import { describePermissions } from "../../../src/foundation/arc/permissions.js";
import { noReward } from "../../engine/inspect/sample-reward.js";
import { expectGoldenCases } from "../../golden.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { COMPETITION, NOTHING, RICH, STRANGER, UNKNOWN } from "./rich-dao.js";

const [PROPOSAL] = RICH.proposals as readonly ProposalDescription[];
const NOW = RICH.block.timestamp;
const NAMED = { address: STRANGER, code: "arc", name: "UpgradeScheme", releases: [] } as const;

describe("proposalLines", () => {
  it("say who made a proposal, or that somebody named a proposer", () => {
    const [ordinary] = RICH.schemes;
    const made = { ...PROPOSAL!, scheme: ordinary!.contract.address };
    const by = (name: string): string => {
      const scheme = { ...ordinary!, contract: { ...ordinary!.contract, name } };
      const [first] = proposalLines(made, { ...RICH, schemes: [scheme] });
      return toTerminal(first);
    };
    expect(by("ContributionReward")).to.include(`by ${made.proposer} through`);
    expect(by("ContributionRewardExt")).to.match(
      new RegExp(`by an account that named ${made.proposer} as\\s+proposer, through`),
    );
  });
});

describe("proposalLines of many votes", () => {
  it("list 20 votes and 20 stakes, and count the others", () => {
    const read = (PROPOSAL!.votes as { cast: readonly object[] }).cast;
    const cast = Array.from({ length: 25 }, (_, index) => ({
      ...read[0],
      voter: account(5000 + index),
    }));
    const placed = cast.map(({ voter }) => ({ staker: voter, side: "for", amount: "1" }));
    const many = {
      ...PROPOSAL!,
      votes: { ...(PROPOSAL!.votes as object), cast },
      stakes: { for: "25", against: "0", placed },
    } as unknown as ProposalDescription;
    const text = proposalLines(many, RICH)
      .map((each) => toTerminal(each))
      .join("\n");
    for (const [index, { voter }] of cast.entries())
      expect(text.split(voter).length - 1, voter).to.equal(index < 20 ? 2 : 0);
    expect(text.split("and 5 more (--json has them all)")).to.have.length(3);
  });
});

describe("requestsOf", () => {
  const words = (requests: ProposalDescription["requests"], dao: Inspection = RICH) =>
    toTerminal(requestsOf({ ...PROPOSAL!, requests }, dao).map((each) => line(each)));

  it("describes each kind of request", () => {
    const reward: ProposalRequest = {
      ...noReward(STRANGER),
      reputation: "-500000000000000000",
      nativeTokens: "150",
      ether: "2000000000000000000",
      externalTokens: "7",
      externalToken: account(9),
    };
    const ownTokens = { ...noReward(STRANGER), nativeTokens: "150" };
    const token = { ...RICH.token, decimals: NOTHING };
    const call: CallDescription = { to: UNKNOWN, value: "0", data: "0x" };
    expectGoldenCases(import.meta.dirname, "requests.txt", {
      "a reward": words(reward),
      "in periods": words({ ...reward, periods: "3", periodLength: "3600" }),
      "no reward": words(noReward(STRANGER)),
      "in wei": words(ownTokens, { ...RICH, token }),
      "in wei of a token without a symbol": words(ownTokens, {
        ...RICH,
        token: { ...token, symbol: NOTHING },
      }),
      calls: words({ kind: "calls", calls: [call, { ...call, to: NAMED }] }),
      "many calls": words({ kind: "calls", calls: Array.from({ length: 22 }, () => call) }),
      "register a scheme": words({
        kind: "registerScheme",
        paramsHash: "0x",
        permissions: describePermissions("0x00000009"),
        scheme: UNKNOWN,
      }),
      "unregister a scheme": words({ kind: "unregisterScheme", scheme: NAMED }),
      "add a constraint": words({ kind: "addGlobalConstraint", constraint: UNKNOWN }),
      "remove a constraint": words({ kind: "removeGlobalConstraint", constraint: NAMED }),
      "upgrade the controller": words({ kind: "upgradeController", controller: UNKNOWN }),
      "change the upgrading scheme": words({
        kind: "changeUpgradeScheme",
        scheme: NAMED,
        paramsHash: "0x",
      }),
      other: words({ kind: "other", event: "Odd\n", values: { a: "1" } }),
      "not read": words(NOTHING),
    });
  });
});

describe("callWords", () => {
  it("says how much ether a call sends, and what it calls", () => {
    const call: CallDescription = { to: UNKNOWN, value: "0", data: "0x12345678" };
    const shown = (changes: Partial<CallDescription>) =>
      inlineToTerminal(callWords({ ...call, ...changes }));
    const known = { signature: "vote(uint256 a)", args: { a: "1" }, knownBy: "guess" } as const;
    expectGoldenCases(import.meta.dirname, "calls.txt", {
      "only ether": shown({ value: "1500000000000000000", data: "0x" }),
      "unknown function": shown({}),
      guessed: shown({ to: NAMED, function: known }),
      "without arguments": shown({ function: { signature: "pause()", args: {}, knownBy: "code" } }),
      "with lists": shown({ function: { ...known, args: { a: ["1", "2"] } } }),
    });
  });
});

describe("stateLine", () => {
  it("says what a proposal's state is, and what is left to do", () => {
    const open = {
      state: { recorded: "queued", now: "queued" },
      progress: { stage: "open" },
    } as const;
    const over = {
      state: { recorded: "queued", now: "executed" },
      progress: { stage: "to be executed" },
    } as const;
    const state = { recorded: "executed", now: "executed" } as const;
    const shown = (standing: Parameters<typeof stateLine>[0]) =>
      toTerminal(stateLine(standing, NOW));
    expectGoldenCases(import.meta.dirname, "states.txt", {
      open: shown({ ...open, deadline: NOW + 3600 }),
      "open after its deadline": shown({ ...open, deadline: NOW }),
      "deadline not read": shown({ ...open, deadline: NOTHING }),
      "another state once executed": shown({
        ...open,
        state: { recorded: "queued", now: "boosted" },
      }),
      "will pass": shown({ ...over, decision: "for" }),
      "will be rejected": shown({ ...over, decision: "against" }),
      "nobody knows how it is decided": shown(over),
      "decision not read": shown({ ...over, decision: NOTHING }),
      "will expire": shown({ ...over, state: { recorded: "queued", now: "expiredInQueue" } }),
      passed: shown({ state, progress: { stage: "passed", missing: "It is not redeemed." } }),
      done: shown({ state, progress: { stage: "done" } }),
      rejected: shown({ state, progress: { stage: "rejected" } }),
      expired: shown({ state, progress: { stage: "expired" } }),
      "progress not read": shown({ state, progress: NOTHING }),
      "state not read": shown({ state: NOTHING, progress: NOTHING }),
    });
  });
});

describe("competitionLines", () => {
  it("says which phase a competition is in", () => {
    const shown = (time: number, changes = {}) =>
      toTerminal(
        competitionLines({ ...PROPOSAL!, competition: { ...COMPETITION, ...changes } }, time),
      ).split("\n")[0]!;
    expectGoldenCases(import.meta.dirname, "competition.txt", {
      "before it begins": shown(NOW - 1),
      "suggestions, and votes later": shown(NOW),
      "suggestions and votes": shown(NOW + 60),
      "only votes": shown(NOW + 150),
      "being redeemed": shown(NOW + 250),
      over: shown(NOW + 350),
      "over, and can always be redeemed": shown(NOW + 350, { redeemUntil: undefined }),
      "one winner": shown(NOW, { rewardSplit: ["100"] }),
    });
  });
});

describe("proposalsBlock", () => {
  it("says which proposals were read", () => {
    const shown = (proposals: Inspection["proposals"], why?: typeof NOTHING) =>
      toTerminal(
        proposalsBlock({
          ...RICH,
          proposals,
          votingMachines: [{ contract: UNKNOWN, proposals: why }],
        }),
      );
    expectGoldenCases(import.meta.dirname, "proposals.txt", {
      none: shown([]),
      "none of a machine that was not read": shown([], NOTHING),
      "not read": shown(NOTHING),
      "stakes in wei": shown(
        [{ ...PROPOSAL!, competition: undefined, unpaid: undefined }],
        NOTHING,
      ),
    });
  });
});
