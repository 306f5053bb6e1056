import { expect } from "chai";

import type { DaoOutline, MigrationOutline } from "../../src/run/outline.js";
import { outlineRows } from "../../src/describe/outline.js";
import { inlineToTerminal } from "../../src/document/to-terminal.js";

const ETHER = 10n ** 18n;
const address = (digit: string) => `0x${digit.repeat(40)}`;
const DAO: DaoOutline = {
  name: "Harbour",
  tokenName: "Harbour Token",
  tokenSymbol: "HT",
  founders: [],
  schemes: [],
  calls: [],
  voteOnBehalf: [],
  accountKeepsPermissions: false,
};

function textOf(outline: Partial<MigrationOutline>): string {
  const whole = { arcVersion: "0.0.1-rc.57", output: "out.json", ...outline };
  return outlineRows(whole, address("f"))
    .map((row) => row.map((each) => inlineToTerminal(each)).join("|"))
    .join("\n");
}

describe("outlineRows", () => {
  it("list every scheme, and say what unlisted founders receive", () => {
    const schemes = Array.from({ length: 40 }, (_, index) => ({
      name: `Scheme${index}`,
      permissions: "0x00000010",
    }));
    const founders = Array.from({ length: 40 }, (_, index) => ({
      address: `0x${String(index).padStart(40, "0")}`,
      reputation: BigInt(index) * ETHER,
      tokens: index === 0 ? 1_000_000n * ETHER : 0n,
    }));
    const text = textOf({ dao: { ...DAO, schemes, founders } });
    for (const { name } of schemes) expect(text).to.include(`  ${name}: may `);
    expect(text).to.include("Founders|40, with 780 reputation, 1,000,000 tokens in total");
    expect(text).to.include(founders[39]!.address).and.not.include(founders[0]!.address);
    expect(text).to.include(
      "and 20 more, with 190 reputation, 1,000,000 tokens (all of them: --dry-run --json)",
    );
  });

  it("say where an existing scheme is, what it calls and what counts its votes", () => {
    const scheme = { name: "Helper", permissions: "0x00000010" };
    const text = textOf({
      dao: {
        ...DAO,
        schemes: [
          { ...scheme, address: address("6") },
          { ...scheme, address: "<Ours>", target: address("7"), votingMachine: address("8") },
        ],
      },
    });
    expect(text).to.include(`at ${address("6")}, made by others`);
    expect(text).to.include(`at <Ours>; calls ${address("7")}; votes by ${address("8")}`);
  });

  it("list every call in the parameters and everyone who votes for others, without control characters", () => {
    const text = textOf({
      dao: {
        ...DAO,
        calls: [
          { contract: "Wallet", function: "mint", args: [address("6"), "\u001b[8m"] },
          { contract: "Wallet", function: "note", args: ["x".repeat(2_000)] },
        ],
        voteOnBehalf: [address("9")],
      },
    });
    expect(text).to.include(`  Wallet.mint(${address("6")}, \\x1b[8m)`);
    expect(text).to.match(/Wallet\.note\(x+… \(\d+ characters\)/);
    expect(text).to.include(`Votes for others|${address("9")}`);
  });

  it("name the registries' owner, and who receives stakes and a share of the demo DAO", () => {
    const base = { registryOwner: address("a"), stakers: [address("b")] };
    const text = textOf({ base, demoFounders: [address("c")] });
    expect(text).to.include(`Registries|owned by ${address("a")}`);
    expect(text).to.include(
      `Staking token|deployed; 1,000 each for 1 accounts\n|  ${address("b")}`,
    );
    expect(text).to.include(`tokens each for 1 accounts\n|  ${address("c")}`);
    const known = { ...base, stakers: [], stakingToken: address("d") };
    expect(textOf({ base: known })).to.include(`Staking token|${address("d")}`);
  });
});
