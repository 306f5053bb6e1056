import { expect } from "chai";

import { comparisonDocument, differenceBlocks } from "../../../src/output/describe/comparison.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Comparison, Difference } from "../../../src/engine/inspect/compare/comparison.js";
import type {
  ContractDescription,
  ProposalDescription,
  VoteParametersDescription,
} from "../../../src/engine/inspect/description.js";
import { describePermissions } from "../../../src/foundation/arc/permissions.js";
import { expectGoldenCases } from "../../golden.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { wasRead } from "../../engine/inspect/raw-calls.js";
import { NOTHING, RICH, STRANGER, UNKNOWN } from "./rich-dao.js";

const [A, B, MACHINE, FORMER] = [account(201), account(202), account(5), account(203)];
const AFTER = {
  ...RICH,
  votingMachines: [
    RICH.votingMachines[0]!,
    {
      contract: { ...UNKNOWN, address: FORMER },
      stakingToken: { address: B, name: "Old", symbol: "OLD", decimals: 3 },
    },
  ],
};
const [PROPOSAL] = RICH.proposals as readonly ProposalDescription[];
const SCHEME: ContractDescription = { address: A, code: "arc", name: "UpgradeScheme" };
const by = { by: B, how: "scheme", block: 6, time: 1_600_000_000, transaction: "0x" } as const;
const PROXY = {
  contract: { ...UNKNOWN, address: A },
  proxy: { kind: "EIP-1967 proxy", implementation: UNKNOWN, canChange: true, admin: B },
};
const REFERENCE = { id: PROPOSAL!.id, votingMachine: MACHINE, scheme: A, description: "Pay" };

function comparison(
  differences: readonly Difference[],
  notCompared: Comparison["notCompared"] = [],
): Comparison {
  const { block } = AFTER;
  const before = { ...block, number: 3 };
  return {
    schemaVersion: 1,
    chainId: 5,
    avatar: A,
    before,
    after: block,
    differences,
    notCompared,
  };
}

function shown(...differences: readonly Difference[]): string {
  return toTerminal(differenceBlocks(comparison(differences), AFTER));
}

const CARDS = { address: B, name: "Cards", symbol: "CRD", amount: "2" };

function inTreasury(place: string, before: unknown, after: unknown): Difference {
  return { kind: "value", path: `treasury.${place}`, before, after };
}

function votes(bounty: string, changes: Partial<VoteParametersDescription> = {}) {
  const rules = { GenesisProtocol: { minimumDaoBounty: bounty } } as never;
  return { votingMachine: MACHINE, paramsHash: `0x${bounty}`, rules, ...changes };
}

function voted(before?: VoteParametersDescription, after?: VoteParametersDescription): string {
  return shown({ kind: "votes", scheme: SCHEME, vote: "voteParams", before, after });
}

const UNPAID = { of: "ether", account: A, amount: "2000000000000000000", due: "0" } as const;

function constraint(before?: object, after?: object): string {
  const whole = (parameters: object | undefined) =>
    parameters && { contract: UNKNOWN, looks: "before", paramsHash: "0x", parameters };
  return shown({
    kind: "globalConstraint",
    before: whole(before),
    after: whole(after),
  } as Difference);
}

function controlled(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): string {
  const control = (accounts: readonly string[] | undefined) =>
    accounts && { accounts, share: "51.00", neededPercent: 50 };
  const each = { vote: "v", before: control(before), after: control(after) };
  return shown(
    { kind: "control", scheme: A, ...each } as Difference,
    { kind: "control", scheme: account(6), ...each } as Difference,
  );
}

describe("differenceBlocks", () => {
  it("describes each difference", () => {
    const registered = (contract: ContractDescription, bytes: string): Difference => ({
      kind: "schemeRegistered",
      scheme: contract,
      permissions: describePermissions(bytes),
      wasRegistered: false,
      history: [{ event: "registered", ...by }],
    });
    const account_ = { address: B, code: "account" } as const;
    const gold = { address: B, name: "Gold", symbol: "GLD", decimals: 0 };
    const promises = { kind: "value", before: "4", after: "5" } as const;
    const none = {
      ...AFTER,
      mintable: [],
      listings: [],
      earlierControllers: [],
      owes: { debts: [], unknown: [] },
    };
    const noneLeft = ["owes", "mintable[0].most", "listings", "earlierControllers"].map(
      (path) => ({ ...promises, path }) as const,
    );
    expectGoldenCases(import.meta.dirname, "differences.txt", {
      "another controller": shown({ kind: "controller", before: UNKNOWN, after: SCHEME }),
      "other code": shown({ kind: "code", before: account_, after: { ...UNKNOWN, address: B } }),
      "another owner": shown({ kind: "owner", of: "token", before: A, after: B }),
      supply: shown({ kind: "supply", of: "token", before: "100000", after: "150050" }),
      holding: shown(
        { kind: "holding", of: "reputation", account: A, founder: true, before: "1", after: "0" },
        { kind: "holding", of: "reputation", account: B, founder: false, before: "0", after: "1" },
      ),
      treasury: shown(
        { kind: "treasury", before: "50000000000000000000", after: "10000000000000000000" },
        { kind: "treasury", token: gold, before: "1", after: "3" },
        {
          kind: "treasury",
          token: { ...gold, symbol: NOTHING, decimals: NOTHING },
          before: "1",
          after: "3",
        },
      ),
      "a token that stops answering, and others that answer again": shown(
        inTreasury(`unanswered[${account(301)}]`, undefined, "it ran out of gas\u202e"),
        ...[STRANGER, wasRead(RICH.treasury).tokens[0]!.address].map((address) =>
          inTreasury(`unanswered[${address}]`, "it reverted", undefined),
        ),
      ),
      NFTs: shown(
        inTreasury(`nfts[${B}]`, undefined, { ...CARDS, ids: ["4", "7"] }),
        inTreasury(`nfts[${B}]`, { ...CARDS, ids: ["4"] }, { ...CARDS, amount: "3", ids: ["9"] }),
        inTreasury(`nfts[${B}]`, { ...CARDS, ids: [] }, undefined),
      ),
      "what a proposal has not paid": shown(
        { kind: "value", path: "proposals[0x1].unpaid", before: [UNPAID], after: undefined },
        { kind: "value", path: "proposals[0x2].unpaid", before: undefined, after: [UNPAID] },
      ),
      allowance: shown({ kind: "allowance", token: A, spender: B, before: "0", after: "6" }),
      "a new scheme": shown(registered(SCHEME, "0x00000009")),
      "an account as a new scheme": shown(registered(account_, "0x00000000")),
      "a scheme registered again": shown({
        ...registered(SCHEME, "0x00000009"),
        wasRegistered: true,
      } as Difference),
      "a former scheme": shown({
        kind: "schemeUnregistered",
        scheme: SCHEME,
        permissions: describePermissions("0x00000009"),
        history: [{ event: "unregistered", ...by }],
      }),
      permissions: shown({
        kind: "permissions",
        scheme: SCHEME,
        before: describePermissions("0x00000001"),
        after: describePermissions("0x00000008"),
        gained: ["upgrade the controller"],
        lost: ["mint"],
      }),
      "may call": shown({ kind: "mayCall", scheme: SCHEME, added: [B], removed: [MACHINE] }),
      "vote rules": voted(votes("1"), votes("5")),
      "another voting machine": voted(votes("1", { votingMachine: FORMER }), votes("5")),
      "another kind of rules": voted(
        votes("1"),
        votes("1", { rules: { AbsoluteVote: { votePerc: 50 } } }),
      ),
      "a new vote": voted(undefined, votes("1")),
      "a former vote": voted(votes("1"), undefined),
      "rules not read": voted(votes("1"), votes("2", { rules: NOTHING })),
      "a former constraint": constraint({ cap: "5" }, undefined),
      "a new constraint": constraint(undefined, { cap: "5" }),
      "a constraint not read": constraint({ cap: "5" }, NOTHING),
      "who can pass a proposal": controlled([B], []),
      "more who can": controlled(
        [B],
        Array.from({ length: 6 }, (_, index) => account(index)),
      ),
      "a new vote needs no comparison": controlled(undefined, [B]),
      "a new proposal": shown({ kind: "proposalMade", proposal: PROPOSAL! }),
      "a proposal that moved": shown(
        {
          kind: "proposalProgress",
          proposal: REFERENCE,
          before: { state: { recorded: "queued", now: "queued" }, progress: { stage: "open" } },
          after: PROPOSAL!,
        },
        {
          kind: "votesCast",
          proposal: REFERENCE,
          before: { for: "0", against: "0" },
          after: { for: "1000000000000000000", against: "0" },
          cast: [{ voter: A, side: "for", reputation: "1000000000000000000", share: "1.00" }],
          withdrawn: [{ voter: B, side: "against", reputation: "1", share: "0.00" }],
        },
        {
          kind: "stakesPlaced",
          proposal: REFERENCE,
          before: { for: "0", against: "1000" },
          after: { for: "1500", against: "1000" },
          placed: [{ staker: STRANGER, side: "for", amount: "1500" }],
        },
        {
          kind: "redeemable",
          proposal: { ...REFERENCE, id: "0xcd" },
          account: A,
          after: { account: A, stakingTokens: "1000", reputation: "0", daoBounty: "0" },
        },
        {
          kind: "redeemable",
          proposal: { ...REFERENCE, id: "0xcd", description: undefined },
          account: B,
          before: { account: B, stakingTokens: "0", reputation: "2", daoBounty: "0" },
        },
      ),
      "promises, as they are now": shown(
        { ...promises, path: "owes.debts[0].amount" },
        { ...promises, path: "owes.debts[0].missing" },
        { ...promises, path: "earlierControllers" },
      ),
      "no promises any longer": toTerminal(differenceBlocks(comparison(noneLeft), none)),
      "storage that is not explained any more": toTerminal(
        differenceBlocks(
          comparison([
            { kind: "value", path: "storage.token.explained", before: true, after: false },
            { kind: "value", path: "storage.token.differing", before: undefined, after: 2 },
          ]),
          { ...AFTER, storage: { ...AFTER.storage, token: { explained: false, differing: 2 } } },
        ),
      ),
      "anything else": shown(
        { kind: "value", path: "metaData", before: "old", after: "new\u202e" },
        { kind: "value", path: `accounts[${A}]`, before: undefined, after: PROXY },
        { kind: "value", path: `accounts[${A}]`, before: PROXY, after: undefined },
        { kind: "value", path: "a\nb", before: undefined, after: { c: 1 } },
      ),
      "not compared": toTerminal(
        differenceBlocks(
          comparison(
            [],
            [
              { path: "treasury", after: "no old state" },
              { path: "owes", before: "pruned", after: "no\nnode" },
              { path: "schemes[0x].parameters", before: "x", after: "x", unknowable: true },
            ],
          ),
          AFTER,
        ),
      ),
    });
  });

  it("lists a limited number of accounts, and says how many more there are", () => {
    const many = Array.from({ length: 30 }, (_, index): Difference => ({
      kind: "holding",
      of: "token",
      account: account(100 + index),
      founder: false,
      before: "0",
      after: "100",
    }));
    expect(shown(...many)).to.match(/now holds 1 OWN, 1 OWN more\n {2}and 10 more \(the JSON/);
  });
});

describe("comparisonDocument", () => {
  it("says which DAO was compared, and over which blocks", () => {
    const document = (changes: Partial<Comparison>, name = "mainnet") =>
      toTerminal(comparisonDocument({ ...comparison([]), ...changes }, AFTER, { name }));
    expectGoldenCases(import.meta.dirname, "comparison.txt", {
      "nothing changed": document({}),
      "a chain without a name": document({}, "5"),
      "the same block": document({ before: AFTER.block }),
    });
  });
});
