import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type {
  ContractDescription,
  GlobalConstraintDescription,
  Inspected,
  Inspection,
  SchemeDescription,
  SchemeParametersDescription,
  VoteRules,
} from "../../../../src/engine/inspect/description.js";
import type { Consequences } from "../../../../src/operations/simulate/verdicts/consequences.js";
import {
  judgePowers,
  powerChanges,
} from "../../../../src/operations/simulate/verdicts/power-changes.js";
import {
  NOTHING_GIVEN,
  type GivenAway,
} from "../../../../src/operations/simulate/tracing/given-away.js";
import { account, scheme } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES, NOT_READ } from "./golden-warnings.js";

const { before } = NO_CONSEQUENCES;
const STRANGER = account(77);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;
const ACCOUNT = { address: STRANGER, code: "account" } as const;
const UNKNOWN = { address: STRANGER, code: "unknown" } as const;
const ALL = "0x0000001f";

function warnings(changes: Partial<Inspection>) {
  const after = { ...before, ...changes };
  return powerChanges({ ...NO_CONSEQUENCES, after }).map(({ warning }) => warning);
}

function onlyRegistering({ contract, parameters }: SchemeDescription) {
  return scheme(contract, "0x00000003", parameters as never);
}

/** The warnings if a new scheme gains permissions. */
function gains(contract: ContractDescription, bytes: string) {
  return warnings({ schemes: [...before.schemes, scheme(contract, bytes)] });
}

describe("powerChanges", () => {
  const [first, ...rest] = before.schemes;
  const { token, reputation, controller } = before;

  it("warns of whoever gains or loses power, unless others have it by the same rules", () => {
    expectWarnings("gained-powers.txt", {
      "nobody gains anything": warnings({}),
      "all have fewer": warnings({
        schemes: before.schemes.map((each) => scheme(each.contract, "0x00000001")),
      }),
      "a registrar that can give less": warnings({ schemes: before.schemes.map(onlyRegistering) }),
      "an account that may register": gains(ACCOUNT, "0x00000003"),
      "an account": gains(ACCOUNT, ALL),
      "an account in place of votes": warnings({ schemes: [scheme(ACCOUNT, ALL)] }),
      "unknown code in place of votes": warnings({ schemes: [scheme(UNKNOWN, ALL)] }),
      "unknown code": gains(UNKNOWN, "0x00000001"),
      "unknown code that looks like something": gains(
        { ...UNKNOWN, looksLike: "a proxy" },
        "0x00000001",
      ),
      "a scheme that had some": warnings({
        schemes: [scheme(first!.contract, "0x00000011"), ...rest],
      }),
      "a scheme with new powers": gains(NEW, "0x0000000b"),
      "a scheme with the powers of others": gains(
        { ...NEW, name: first!.contract.name },
        first!.permissions.bytes,
      ),
      "bits without a meaning": gains({ ...NEW, name: "Reputation" }, "0xffffffe1"),
      "a scheme that is no longer registered": warnings({
        schemes: [...before.schemes, { ...scheme(NEW, ALL), registered: false }],
      }),
    });
  });

  it("warns if something of the DAO changes hands, or that is unknown", () => {
    const notRead = powerChanges({ ...NO_CONSEQUENCES, after: NOT_READ });
    expectWarnings("changed-hands.txt", {
      "the DAO is not read": notRead.map(({ warning }) => warning),
      "the controller": warnings({ controller: { ...controller, address: STRANGER } }),
      "the token": warnings({ token: { ...token, owner: STRANGER } }),
      "the reputation": warnings({ reputation: { ...reputation, owner: STRANGER } }),
      "an owner that is not read": warnings({ token: { ...token, owner: NOT_READ } }),
      "holders that are not read": warnings({ reputation: { ...reputation, holders: NOT_READ } }),
      "a supply that is not read": warnings({ token: { ...token, totalSupply: NOT_READ } }),
      "constraints that are not read": warnings({ globalConstraints: NOT_READ }),
      "proposals of a scheme that gains": warnings({
        ...{ schemes: [...before.schemes, scheme(NEW, "0x00000001")], proposals: NOT_READ },
      }),
    });
  });

  it("does not know who has power if the storage of unknown code that decides changes", () => {
    const dao = { ...before, schemes: [...before.schemes, scheme(UNKNOWN, "0x00000001")] };
    const changes = (...touched: readonly string[]) =>
      powerChanges({
        ...{ ...NO_CONSEQUENCES, before: dao, after: dao },
        given: { ...NOTHING_GIVEN, touched: new Set(touched) },
      }).map(({ kind, who }) => ({ kind, who }));
    expect(changes()).to.deep.equal([]);
    expect(changes(account(4).toLowerCase())).to.deep.equal([]);
    expect(changes(STRANGER.toLowerCase())).to.deep.equal([{ kind: "unknown", who: [STRANGER] }]);
  });

  it("answers that somebody does, that nobody does, or that this is not known", () => {
    const verdict = (consequences: Consequences): string =>
      judgePowers(consequences, powerChanges(consequences)).verdict;
    expect(verdict(NO_CONSEQUENCES)).to.equal("unchanged");
    expect(verdict({ ...NO_CONSEQUENCES, obstacle: "nobody votes" })).to.equal("unknown");
    expect(verdict({ ...NO_CONSEQUENCES, after: NOT_READ })).to.equal("unknown");
    const after = { ...before, schemes: [...before.schemes, scheme(ACCOUNT, ALL)] };
    expect(verdict({ ...NO_CONSEQUENCES, after })).to.equal("changed");
  });

  it("does not say that nothing changes if something was not read before", () => {
    const unread: Readonly<Record<string, Partial<Inspection>>> = {
      "a supply": { token: { ...token, totalSupply: NOT_READ } },
      "the votes": { reputation: { ...reputation, totalSupply: NOT_READ } },
      holders: { reputation: { ...reputation, holders: NOT_READ } },
      "the owner of the token": { token: { ...token, owner: NOT_READ } },
      "the owner of the reputation": { reputation: { ...reputation, owner: NOT_READ } },
      constraints: { globalConstraints: NOT_READ },
      "what may add up with it": { proposals: NOT_READ },
    };
    for (const [what, changes] of Object.entries(unread)) {
      const consequences = { ...NO_CONSEQUENCES, before: { ...before, ...changes } };
      const { verdict } = judgePowers(consequences, powerChanges(consequences));
      expect(verdict, what).to.equal("unknown");
    }
  });

  it("says that it cannot be undone, although schemes can be registered, if these get less", () => {
    const after = { ...before, schemes: before.schemes.map(onlyRegistering) };
    const undoable = (was: Inspection, is: Inspection) => {
      const registers = { verdict: "yes", why: [] } as const;
      return judgePowers({ ...NO_CONSEQUENCES, before: was, after: is, registers }, []).undoable;
    };
    expect([undoable(before, after), undoable(before, before)]).to.deep.equal(["no", "yes"]);
    expect([undoable(after, after), undoable(after, before)]).to.deep.equal(["yes", "yes"]);
  });

  it("says what allowances and places the DAO gave away", () => {
    const { address, decimals } = { address: account(9), decimals: 18 };
    const given = {
      ...NOTHING_GIVEN,
      places: [
        { contract: UNKNOWN, now: account(5) },
        { contract: NEW, now: ZeroAddress },
      ],
      approvals: [
        { token: address, spender: STRANGER, amount: String(10n ** BigInt(decimals)) },
        { token: account(8), spender: account(6) },
      ],
      codeless: new Set([STRANGER]),
    };
    const entry = { contract: account(9), before: 1n };
    const entries = [
      { ...entry, other: STRANGER, after: 5n },
      { ...entry, other: STRANGER, after: 0n },
      { ...entry, after: 5n },
    ];
    const told = (changed: GivenAway) =>
      powerChanges({ ...NO_CONSEQUENCES, given: changed }).map(({ warning }) => warning);
    expectWarnings("given-away.txt", {
      "both kinds": told(given),
      "entries of mappings": told({ ...NOTHING_GIVEN, entries }),
      "a permit for another contract's tokens": told({
        ...{ ...NOTHING_GIVEN, codeless: given.codeless },
        approvals: given.approvals.map((each) => ({ ...each, owner: account(7) })),
      }),
      "unknown changes": told({
        ...{ ...NOTHING_GIVEN, codeless: given.codeless },
        unclear: [
          { contract: account(9), signs: true, names: [] },
          { contract: account(8), signs: false, names: [STRANGER, account(5)] },
        ],
      }),
    });
  });

  it("tells of a tenth of all reputation that moves, of a quarter of the tokens that is new, and of no less", () => {
    const dao = (reputationOfOne: bigint, tokens: string): Inspection => {
      const [one, other] = [String(reputationOfOne), "900"];
      const holders = [one, other].map((amount, at) => ({ account: account(30 + at), amount }));
      const votes = { ...reputation, holders, totalSupply: String(reputationOfOne + 900n) };
      return { ...before, reputation: votes, token: { ...token, totalSupply: tokens } };
    };
    const told = (more: bigint, tokens: string) =>
      powerChanges({
        ...{ ...NO_CONSEQUENCES, before: dao(100n, "300"), after: dao(100n + more, tokens) },
      }).map(({ warning }) => warning.id);
    expect(told(124n, "399")).to.deep.equal([]);
    expect(told(125n, "400")).to.deep.equal(["votes-shift", "token-diluted"]);
  });

  it("says what a constraint limits, and who can remove it then", () => {
    const limits: GlobalConstraintDescription = {
      ...{ contract: NEW, paramsHash: ALL, parameters: { cap: "1" } },
      looks: "before",
    };
    const [votes] = Object.values((first!.parameters as SchemeParametersDescription).votes);
    const removal = {
      constraint: NEW.address,
      registrar: first!.contract,
      votingMachine: STRANGER,
    };
    const told = (
      was: readonly GlobalConstraintDescription[],
      rules: Inspected<VoteRules>,
      cap = "1",
    ) => {
      const now = { ...limits, parameters: { cap } };
      const after: Inspection = { ...before, globalConstraints: [now] };
      const constraints = { refused: [], removals: [{ ...removal, rules }] };
      const ends = { before: { ...before, globalConstraints: was }, after };
      const all = { ...NO_CONSEQUENCES, ...ends, constraints };
      return powerChanges(all).map(({ warning }) => warning);
    };
    expectWarnings("constraints.txt", {
      "a new one": told([], votes!.rules),
      "one without parameters, and without rules to remove it": told([], NOT_READ, "0"),
      "the same one with other rules": told([limits], votes!.rules),
      "the same one without rules": told([limits], NOT_READ),
      "one that an account alone removes": told([], {
        AbsoluteVote: { votePerc: 50, voteOnBehalf: STRANGER },
      }),
    });
  });
});
