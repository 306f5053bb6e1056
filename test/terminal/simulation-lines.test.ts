import { expect } from "chai";

import type { Inspection } from "../../src/inspect/description.js";
import type { Future } from "../../src/simulate/simulation.js";
import { changeLines, unitOf } from "../../src/terminal/simulation-lines.js";

const [TOKEN, STAKED, OTHER] = ["70", "5a", "01"].map((digits) => `0x${digits.repeat(20)}`) as [
  string,
  string,
  string,
];
const BLOCK = { number: 7, hash: "0x", timestamp: 1_600_000_000 };
const DAO = {
  token: { contract: { address: TOKEN }, name: "Own", symbol: "OWN", decimals: 6 },
  treasury: { ether: "0", tokens: [] },
  votingMachines: [
    { stakingToken: { address: STAKED, name: "GEN\u001b[31m", symbol: "GEN", decimals: 18 } },
  ],
  schemes: [],
  owes: { debts: [], unknown: [] },
  block: BLOCK,
} as unknown as Inspection;

function lines(changes: Future["changes"], promises: Future["promises"] = {}): string[] {
  return changeLines({ changes, promises }, "0xabc", { dao: DAO, block: BLOCK });
}

describe("changeLines", () => {
  it("describes differences in the words of a comparison, one per line", () => {
    const control = (account: string) => ({
      scheme: OTHER,
      vote: "votes",
      accounts: [account],
      share: "51.00",
      neededPercent: "50",
    });
    const told = lines({
      differences: [
        { kind: "supply", of: "token", before: "1000000", after: "3500000" },
        {
          kind: "control",
          scheme: OTHER,
          vote: "votes",
          before: control(TOKEN),
          after: control(STAKED),
        } as never,
      ],
      notCompared: [],
    });
    expect(told[0]).to.equal("How the DAO changes");
    expect(told).to.include("    supply grew by 2.5 to 3.5");
    expect(told.filter((line) => line.includes("before: 1 account with 51.00%"))).to.have.length(1);
    expect(told.join("")).to.not.include("\n");
  });

  it("describes debts afterwards in the words of an inspection", () => {
    const debts = [
      { of: "ether", amount: "4000000000000000000", due: "0", has: "0", proposals: ["0xabc"] },
    ];
    const differences = [{ kind: "value", path: "owes.debts", before: [], after: debts } as const];
    const owes = { debts, unknown: [] } as unknown as Inspection["owes"];
    const told = lines({ differences, notCompared: [] }, { owes }).join("\n");
    expect(told).to.match(/Changed: Promised by proposals that passed, and not redeemed yet\n.*4 /);
    expect(told).to.not.include("owes.debts");
  });

  it("leaves out what is shown elsewhere, and says what could not be compared", () => {
    const proposal = { id: "0xabc", scheme: OTHER, votingMachine: OTHER };
    const differences = [
      { kind: "treasury", before: "1", after: "0" },
      { kind: "proposalMade", proposal },
    ] as never;
    expect(lines({ differences, notCompared: [] })).to.deep.equal([]);
    const unknowable = { path: "x", before: "a", after: "a", unknowable: true } as const;
    expect(lines({ differences: [], notCompared: [unknowable] })).to.deep.equal([]);
    const missing = { path: "treasury", after: "the node said no" };
    expect(lines({ differences: [], notCompared: [missing] }).join("\n")).to.match(
      /! Not compared\n.*treasury: not read now: the node said no/,
    );
    expect(lines({ notRead: "no more" })[0]).to.match(/^How the DAO changes: .*no more/);
  });
});

describe("unitOf", () => {
  it("knows the units of the DAO's token and of those that it has or stakes", () => {
    expect(unitOf("token", TOKEN, DAO)).to.deep.equal({ name: `OWN ${TOKEN}`, decimals: 6 });
    expect(unitOf("token", STAKED, DAO)).to.deep.equal({ name: `GEN ${STAKED}`, decimals: 18 });
    expect(unitOf("token", OTHER, DAO)).to.deep.equal({
      name: `wei of the token ${OTHER}`,
      decimals: 0,
    });
    expect(unitOf("ether", undefined, DAO)).to.deep.equal({ name: "ether", decimals: 18 });
  });
});
