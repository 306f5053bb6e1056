import { expect } from "chai";

import type { Comparison, Difference } from "../../src/inspect/compare/comparison.js";
import type { ContractDescription, Inspection } from "../../src/inspect/description.js";
import { describePermissions } from "../../src/inspect/schemes/permissions.js";
import { comparisonText } from "../../src/terminal/comparison-text.js";

const [A, B, MACHINE] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const block = { number: 7, hash: `0x${"2".repeat(64)}`, timestamp: 1_600_000_000 };
const AFTER = {
  name: "A DAO",
  block,
  token: { name: "Token", symbol: "TKN", decimals: 2 },
  schemes: [],
  owes: {
    debts: [{ of: "ether", amount: "5", due: "5", has: "3", missing: "2", proposals: ["0x1"] }],
    unknown: [],
  },
  mintable: [],
  votingMachines: [
    { contract: { address: MACHINE, code: "arc" }, stakingToken: { address: B, symbol: "GEN" } },
  ],
} as unknown as Inspection;
const SCHEME: ContractDescription = { address: A, code: "arc", name: "UpgradeScheme" };
const by = { by: B, how: "scheme", block: 6, time: 1_600_000_000, transaction: "0x" } as const;

function text(
  differences: readonly Difference[],
  notCompared: Comparison["notCompared"] = [],
): string {
  const comparison: Comparison = {
    schemaVersion: 1,
    chainId: 5,
    avatar: A,
    before: { ...block, number: 3 },
    after: block,
    differences,
    notCompared,
  };
  return comparisonText(comparison, AFTER, { name: "5" });
}

function votes(percent: number, voteOnBehalf = B) {
  const rules = { AbsoluteVote: { votePerc: percent, voteOnBehalf } };
  return { votingMachine: MACHINE, paramsHash: `0x${String(percent)}`, rules };
}

describe("comparisonText", () => {
  it("describes each difference", () => {
    const differences: readonly (readonly [Difference, string])[] = [
      [
        { kind: "controller", before: { address: A, code: "unknown" }, after: SCHEME },
        `  ! the DAO was handed to the controller ${A}, Arc's UpgradeScheme of none has all of these\n    before ${A}, unknown code`,
      ],
      [
        {
          kind: "code",
          before: { address: A, code: "account" },
          after: { address: A, code: "unknown" },
        },
        `  ! different code: ${A}, unknown code\n    before an account without code`,
      ],
      [
        { kind: "owner", of: "token", before: A, after: B },
        `Token: Token (TKN)\n  ! now belongs to ${B}, before to ${A}`,
      ],
      [
        { kind: "supply", of: "token", before: "100000", after: "150050" },
        "Token: Token (TKN)\n  supply grew by 500.5 to 1,500.5",
      ],
      [
        { kind: "holding", of: "reputation", account: A, founder: true, before: "1", after: "0" },
        `Reputation\n  founder ${A} now holds nothing, 0.000000000000000001 less`,
      ],
      [
        { kind: "treasury", before: "50000000000000000000", after: "10000000000000000000" },
        "Treasury\n  lost 40 ether: 10 now",
      ],
      [
        {
          kind: "treasury",
          token: { address: B, name: "Gold", symbol: "GLD", decimals: 0 },
          before: "1",
          after: "3",
        },
        `Treasury\n  gained 2 GLD ${B}: 3 now`,
      ],
      [
        { kind: "allowance", token: A, spender: B, before: "0", after: "6" },
        `Others may take from the avatar\n  ${B}: 6 wei of the token ${A}, before 0`,
      ],
      [
        {
          kind: "schemeRegistered",
          scheme: { address: A, code: "account" },
          permissions: describePermissions("0x00000009"),
          wasRegistered: false,
          history: [{ event: "registered", ...by }],
        },
        `Schemes\n  ! ${A}, an account without code was registered\n    registered in block 6 of 2020-09-13T12:26:40Z, by ${B}\n    may (0x00000009) mint and burn`,
      ],
      [
        {
          kind: "schemeUnregistered",
          scheme: SCHEME,
          permissions: describePermissions("0x00000009"),
          history: [{ event: "unregistered", ...by }],
        },
        `  UpgradeScheme ${A} was unregistered\n    unregistered in block 6 of`,
      ],
      [
        {
          kind: "permissions",
          scheme: SCHEME,
          before: describePermissions("0x00000001"),
          after: describePermissions("0x00000008"),
          gained: ["upgrade the controller"],
          lost: ["mint"],
        },
        `  ! UpgradeScheme ${A} has different permissions (0x00000008, before 0x00000001)\n    gained: upgrade the controller\n    lost: mint`,
      ],
      [
        { kind: "mayCall", scheme: SCHEME, added: [B], removed: [MACHINE] },
        `  UpgradeScheme ${A} may call different contracts\n    gained: ${B}\n    lost: ${MACHINE}`,
      ],
      [
        { kind: "votes", scheme: SCHEME, vote: "voteParams", before: votes(50), after: votes(30) },
        `  UpgradeScheme ${A} votes (voteParams) by different rules\n    votePerc: 30%, before 50%`,
      ],
      [
        { kind: "value", path: "metaData", before: "old", after: "new\u202e" },
        "Also\n  metaData: new\\u202e, before old",
      ],
    ];
    for (const [difference, words] of differences) {
      expect(text([difference]), difference.kind).to.include(words);
    }
    const all = text(differences.map(([difference]) => difference));
    expect(all).not.to.include("Nothing changed");
    expect(all).to.match(
      new RegExp(`^A DAO\\n${A} on the chain with ID 5\\nfrom block 3 of .* to block 7 of `),
    );
  });

  it("shows promises as they are now, in the words of an inspection, once per part", () => {
    const owes = text([
      { kind: "value", path: "owes.debts[0].amount", before: "4", after: "5" },
      { kind: "value", path: "owes.debts[0].missing", before: undefined, after: "2" },
    ]);
    expect(owes).to.match(
      /\n\nChanged: Promised by proposals that passed, and not redeemed yet\n {2}! 0\.0+5 ether by 1 proposal; the treasury has 0\.0+3, 0\.0+2 too little$/,
    );
    expect(text([{ kind: "value", path: "mintable[0].most", before: "4" }])).to.match(
      /\n\nNo reputation can be minted without a vote any longer$/,
    );
  });

  it("says that nothing changed, what was not compared, and why", () => {
    const shown = text(
      [],
      [
        { path: "treasury", after: "no old state" },
        { path: "schemes[0x].parameters", before: "unknown", after: "unknown", unknowable: true },
      ],
    );
    expect(shown).to.match(
      /\n\nNothing changed\.\n\n! Not compared\n {2}treasury: not read now: no old state\n {2}schemes\[0x\]\.parameters: unknown$/,
    );
  });

  it("lists a limited number of accounts, and says how many more there are", () => {
    const many = Array.from({ length: 30 }, (_, index): Difference => ({
      kind: "holding",
      of: "token",
      account: `0x${String(index).padStart(40, "0")}`,
      founder: false,
      before: "0",
      after: "100",
    }));
    expect(text(many)).to.match(/now holds 1, 1 more\n {2}and 10 more \(--json has them all\)$/);
  });
});
