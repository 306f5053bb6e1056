import { expect } from "chai";
import { getAddress, parseEther, ZeroHash } from "ethers";

import { founderProposals } from "../../src/change/decide/founder-proposals.js";
import { inOrder, type NeededProposal } from "../../src/change/decide/proposal-order.js";
import {
  constraintProposals,
  allowanceProposals,
} from "../../src/change/decide/needed-proposals.js";
import { findProposed } from "../../src/change/decide/find-proposed.js";
import type { DecidedChange } from "../../src/change/decide/decide-change.js";
import { betweenWarnings } from "../../src/change/carry/warnings.js";
import type { Inspection, ProposalDescription } from "../../src/inspect/description.js";
import { parseDraft } from "../../src/simulate/drafts/draft.js";

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`);
const ANNE = at("1");
const BOB = at("2");

interface Told {
  readonly got?: readonly [tokens: bigint, reputation: bigint];
  readonly has?: readonly [tokens: bigint, reputation: bigint];
  readonly rewarded?: readonly [tokens: bigint, reputation: bigint];
  readonly wanted?: readonly [tokens: bigint, reputation: bigint];
}

/** Returns the facts about one founder. Amounts are whole tokens and whole reputation, not wei. */
function existing({ got = [0n, 0n], has = got, rewarded, wanted }: Told): DecidedChange {
  const wei = (amount: bigint): bigint => amount * 10n ** 18n;
  const holders = (amount: bigint) => [{ account: ANNE, amount: String(wei(amount)) }];
  const asks = {
    ...{ kind: "reward", beneficiary: ANNE, periods: "1", ether: "0", externalTokens: "0" },
    nativeTokens: String(wei(rewarded?.[0] ?? 0n)),
    reputation: String(wei(rewarded?.[1] ?? 0n)),
  };
  return {
    inspection: {
      token: { decimals: 18, holders: holders(has[0]) },
      reputation: { holders: holders(has[1]) },
      proposals: rewarded === undefined ? [] : [{ asks, progress: { stage: "done" } }],
    },
    facts: {
      founding: {
        tokens: new Map([[ANNE, wei(got[0])]]),
        reputation: new Map([[ANNE, wei(got[1])]]),
      },
      wanted: {
        founders:
          wanted === undefined
            ? []
            : [{ address: ANNE, tokens: wei(wanted[0]), reputation: wei(wanted[1]), path: [] }],
      },
    },
  } as unknown as DecidedChange;
}

const given = (told: Told) =>
  founderProposals(existing(told)).map(({ draft }) =>
    draft.kind === "reward" ? [draft.tokens, draft.reputation] : [],
  );

describe("founderProposals", () => {
  it("pays what is missing, and nothing twice", () => {
    expect(given({ got: [10n, 10n], wanted: [10n, 10n] })).to.deep.equal([]);
    expect(given({ wanted: [5n, 7n] })).to.deep.equal([["5.0", "7.0"]]);
    expect(given({ got: [10n, 10n], wanted: [12n, 10n] })).to.deep.equal([["2.0", "0.0"]]);
    // A reward counts even if it was sold, and a balance counts even if its origin is unknown.
    const sold: Told = { got: [10n, 10n], has: [0n, 10n], rewarded: [2n, 0n], wanted: [12n, 10n] };
    expect(given(sold)).to.deep.equal([]);
    expect(given({ got: [10n, 10n], has: [12n, 10n], wanted: [12n, 10n] })).to.deep.equal([]);
    expect(given({ got: [1n, 1n], rewarded: [1n, 0n], wanted: [4n, 1n] })).to.deep.equal([
      ["2.0", "0.0"],
    ]);
  });

  it("counts a reward as paid if nobody knows what became of it", () => {
    const told: Told = { got: [1n, 1n], rewarded: [3n, 0n], wanted: [4n, 1n] };
    const unclear = existing(told);
    const [reward] = unclear.inspection.proposals as readonly object[];
    const asked = (progress: object) =>
      founderProposals({
        ...unclear,
        inspection: { ...unclear.inspection, proposals: [{ ...reward, progress }] },
      } as unknown as DecidedChange).length;
    expect(asked({ notRead: "it reverts", unknowable: true })).to.equal(0);
    expect(asked({ stage: "open" })).to.equal(1);
  });

  it("takes reputation that the file does not grant, once, but never tokens", () => {
    expect(given({ got: [10n, 10n], wanted: [3n, 4n] })).to.deep.equal([["0.0", "-6.0"]]);
    expect(given({ got: [10n, 10n] })).to.deep.equal([["0.0", "-10.0"]]);
    const burnt: Told = { got: [0n, 10n], has: [0n, 4n], rewarded: [0n, -6n], wanted: [0n, 4n] };
    expect(given(burnt)).to.deep.equal([]);
    // Never more than the balance.
    expect(given({ got: [0n, 10n], has: [0n, 3n] })).to.deep.equal([["0.0", "-3.0"]]);
    // Reputation earned later stays.
    expect(given({ got: [0n, 10n], has: [0n, 50n], wanted: [0n, 10n] })).to.deep.equal([]);
  });

  it("proposes nothing if the DAO's creation could not be read", () => {
    const unread = existing({ wanted: [5n, 5n] });
    const facts = { ...unread.facts, missingEvents: "the node has no old events" };
    expect(founderProposals({ ...unread, facts })).to.deep.equal([]);
  });
});

describe("constraintProposals and allowanceProposals", () => {
  const inspection = {
    globalConstraints: [{ contract: { address: ANNE, name: "TokenCapGC" } }],
    allowances: [{ token: ANNE, spender: BOB, amount: "1" }],
  } as unknown as Inspection;

  it("remove what the file does not have", () => {
    const [removal] = constraintProposals({ inspection });
    expect(removal!.draft).to.deep.equal({ kind: "removeGlobalConstraint", constraint: ANNE });
    const [approval] = allowanceProposals({ inspection });
    const [call] = approval!.draft.kind === "calls" ? approval!.draft.calls : [];
    expect(call).to.include({ to: ANNE, value: "0" });
    // approve(BOB, 0)
    expect(call!.data).to.equal(
      `0x095ea7b3${BOB.slice(2).toLowerCase().padStart(64, "0")}${"0".repeat(64)}`,
    );
  });
});

describe("inOrder", () => {
  it("puts constraints first, and removes the registrar last", () => {
    const stages = ["last", "removals", "registrars", "assets", "schemes", "constraints"] as const;
    const moves = stages.map((stage) => ({ key: stage, stage }) as unknown as NeededProposal);
    expect(inOrder(moves).map(({ key }) => key)).to.deep.equal([...stages].reverse());
  });
});

describe("findProposed", () => {
  const draft = parseDraft(
    { kind: "registerScheme", scheme: ANNE, permissions: "0x00000010" },
    "it",
  );
  const asks = {
    kind: "registerScheme",
    scheme: { address: ANNE },
    permissions: { bytes: "0x00000011" },
    paramsHash: ZeroHash,
  };
  const found = (...proposals: readonly (readonly [id: string, stage: string, what?: object])[]) =>
    findProposed(
      {
        token: { decimals: 18 },
        proposals: proposals.map(([id, stage, other = {}]) => ({
          ...{ id, progress: { stage }, state: { noted: "queued", now: "queued" } },
          asks: { ...asks, ...other },
        })) as unknown as readonly ProposalDescription[],
      } as unknown as Inspection,
      draft,
    );

  it("finds proposals with the same request, in any spelling, and no others", () => {
    expect(found(["a", "open"])).to.include({ status: "open", failures: 0 });
    expect(found(["a", "open", { scheme: { address: BOB } }])).to.equal(undefined);
    expect(found(["a", "open", { permissions: { bytes: "0x0000001f" } }])).to.equal(undefined);
    expect(found(["a", "open", { paramsHash: `0x${"1".repeat(64)}` }])).to.equal(undefined);
    expect(found(["a", "open", { kind: "unregisterScheme" }])).to.equal(undefined);
  });

  it("prefers one that may still pass to one that failed, and counts failures", () => {
    expect(found(["a", "rejected"], ["b", "open"])!.proposal.id).to.equal("b");
    expect(found(["a", "passed"], ["b", "expired"])).to.include({ status: "passed", failures: 1 });
    expect(found(["a", "rejected"], ["b", "expired"])).to.include({
      status: "failed",
      failures: 2,
    });
    expect(found(["a", "done"])).to.equal(undefined);
  });

  it("identifies rewards by beneficiary and amounts", () => {
    const reward = parseDraft({ kind: "reward", beneficiary: ANNE, tokens: "2" }, "it");
    const paid = {
      ...{
        kind: "reward",
        beneficiary: ANNE,
        reputation: "0",
        ether: "0",
        externalTokens: "0",
        periods: "1",
      },
      nativeTokens: String(parseEther("2")),
    };
    const inspection = (other: object) =>
      ({
        token: { decimals: 18 },
        proposals: [
          { id: "a", progress: { stage: "open" }, state: {}, asks: { ...paid, ...other } },
        ],
      }) as unknown as Inspection;
    expect(findProposed(inspection({}), reward)?.status).to.equal("open");
    expect(findProposed(inspection({ nativeTokens: "1" }), reward)).to.equal(undefined);
    expect(findProposed(inspection({ beneficiary: BOB }), reward)).to.equal(undefined);
  });
});

describe("betweenWarnings", () => {
  const holding = (accounts: readonly string[] = [], bytes = "0x0000001f") =>
    ({
      schemes: accounts.map((address) => ({
        contract: { address },
        registered: true,
        permissions: { bytes },
      })),
    }) as unknown as Inspection;

  it("names accounts with all permissions in between, but not before or at the end", () => {
    const [warning, ...none] = betweenWarnings([
      holding(),
      holding([ANNE]),
      holding([ANNE]),
      holding(),
    ]);
    expect(warning).to.include({ id: "all-permissions-in-between" });
    expect(warning!.what).to.contain(ANNE).and.contain("proposal 1");
    expect(none).to.deep.equal([]);
    expect(betweenWarnings([holding([ANNE]), holding([ANNE]), holding()])).to.deep.equal([]);
    expect(betweenWarnings([holding(), holding([ANNE])])).to.deep.equal([]);
  });
  it("counts the permissions that Arc knows, whatever other bits are set", () => {
    const between = (bytes: string) =>
      betweenWarnings([holding(), holding([ANNE], bytes), holding()]).length;
    expect(["0x8000001f", "0xffffffff"].map(between)).to.deep.equal([1, 1]);
    expect(["0x0000000f", "0x8000001e"].map(between)).to.deep.equal([0, 0]);
  });
});
