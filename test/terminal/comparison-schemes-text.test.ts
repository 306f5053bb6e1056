import { expect } from "chai";

import type { Difference } from "../../src/inspect/compare/comparison.js";
import type { Inspection, VoteParametersDescription } from "../../src/inspect/description.js";
import { describePermissions } from "../../src/inspect/schemes/permissions.js";
import { schemeDifferenceLines } from "../../src/terminal/comparison-schemes-text.js";

const [A, B, MACHINE, FORMER] = ["1", "2", "3", "4"].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
];
const NOTHING = { notRead: "pruned" };
const SCHEME = { address: A, code: "unknown" } as const;
const AFTER = {
  schemes: [],
  votingMachines: [
    { contract: { address: MACHINE, code: "arc" }, stakingToken: { address: B, symbol: "GEN" } },
    { contract: { address: FORMER, code: "arc" }, stakingToken: { address: B, symbol: "OLD" } },
  ],
} as unknown as Inspection;

function lines(difference: Difference): readonly string[] {
  return schemeDifferenceLines([difference], AFTER);
}

function votes(changes: Partial<VoteParametersDescription> = {}, bounty = "1") {
  const rules = { GenesisProtocol: { minimumDaoBounty: bounty } } as never;
  return { votingMachine: MACHINE, paramsHash: "0xaa", rules, ...changes };
}

function voted(
  before: VoteParametersDescription | undefined,
  after: VoteParametersDescription | undefined,
): readonly string[] {
  return lines({ kind: "votes", scheme: SCHEME, vote: "v", before, after } as Difference).slice(1);
}

describe("schemeDifferenceLines", () => {
  it("says which vote rules changed, each in the staking token of its machine", () => {
    expect(voted(votes({ votingMachine: FORMER }), votes({}, "5"))).to.deep.equal([
      `  on ${MACHINE}, before on ${FORMER}`,
      "  minimumDaoBounty: 5 GEN, before 1 OLD",
    ]);
    const rules = { AbsoluteVote: { votePerc: 50 } };
    expect(voted(votes(), votes({ rules }))).to.deep.equal([
      "  voting machine: AbsoluteVote, before GenesisProtocol",
      "  votePerc: 50%, before nothing",
      "  minimumDaoBounty: nothing, before 1 GEN",
    ]);
  });

  it("says that there is or was no vote, or why its rules were not read", () => {
    expect(voted(undefined, votes())).to.deep.equal(["  there was no such vote before"]);
    expect(voted(votes(), undefined)).to.deep.equal(["  there is no such vote now"]);
    const unread = votes({ paramsHash: "0xbb", rules: NOTHING });
    expect(voted(votes(), unread)).to.deep.equal([
      "  parameters hash 0xbb, before 0xaa; not read: pruned",
    ]);
  });

  it("warns of a removed constraint, and shows the parameters of others", () => {
    const constraint = { contract: SCHEME, looks: "before", paramsHash: "0x" } as const;
    const cap = (value: string) => ({ ...constraint, parameters: { cap: value } });
    const told = (before: unknown, after: unknown) =>
      lines({ kind: "globalConstraint", before, after } as Difference);
    const title = `global constraint ${A}, unknown code, looks before`;
    expect(told(cap("5"), undefined)).to.deep.equal([`! ${title}: removed`]);
    expect(told(undefined, cap("5"))).to.deep.equal([`${title}: added, {"cap":"5"}`]);
    expect(told(cap("5"), { ...constraint, parameters: NOTHING })).to.deep.equal([
      `${title}: not read: pruned, before {"cap":"5"}`,
    ]);
  });

  it("says who can pass a proposal, unless the scheme was added or removed", () => {
    const control = (...accounts: readonly string[]) => ({
      accounts,
      share: "51.00",
      neededPercent: 50,
    });
    const told = (before: unknown, after: unknown) =>
      lines({ kind: "control", scheme: A, vote: "v", before, after } as Difference);
    expect(told(control(B), control())).to.deep.equal([
      `who can pass a proposal of ${A} changed`,
      `  now: nobody, not even all accounts together (more than 50% decides)\n    before: 1 account with 51.00% (more than 50% decides): ${B}`,
    ]);
    expect(told(control(B), control(A, A, A, A, A, A))[1]).to.match(
      /now: 6 accounts with .*: (0x1+, ){5}…\n/,
    );
    expect(told(undefined, control(B))).to.deep.equal([]);
  });

  it("says what a newly registered scheme may do, even if that is nothing", () => {
    const registered = (bytes: string) =>
      lines({
        kind: "schemeRegistered",
        scheme: SCHEME,
        permissions: describePermissions(bytes),
        wasRegistered: false,
        history: [],
      });
    expect(registered("0x00000000")).to.deep.equal([
      `${A}, unknown code was registered`,
      "  may (0x00000000) do nothing with the controller",
    ]);
  });
});
