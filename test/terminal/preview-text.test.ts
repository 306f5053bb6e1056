import { expect } from "chai";

import type { ChainIdentity } from "../../src/chain/identity.js";
import type { Preview } from "../../src/execution/sending/preview.js";
import type { MigrationOutline } from "../../src/run/outline.js";
import { permissionWords, previewLines, sendQuestion } from "../../src/terminal/preview-text.js";

const ETHER = 10n ** 18n;
const address = (digit: string) => `0x${digit.repeat(40)}`;
const CHAIN: ChainIdentity = { name: "mainnet", chainId: 1, genesis: "0x00", inProcess: false };
const PREVIEW: Preview = {
  account: address("f"),
  balance: ETHER,
  balanceNeeded: ETHER / 2n,
  cost: ETHER / 4n,
  feeCap: 12_500_000_000n,
  maxCost: 5n * ETHER,
  gasUsed: 1_234_567n,
  steps: [{ step: "dao/Avatar", from: address("f"), gasUsed: 1n, cost: 1n }],
  stepsDone: 0,
  rehearsed: true,
};
const OUTLINE: MigrationOutline = {
  arcVersion: "0.0.1-rc.57",
  output: "out.json",
  dao: {
    name: "Harbour\n\u001b[8m",
    tokenName: "Harbour Token",
    tokenSymbol: "HT",
    founders: [
      { address: address("1"), reputation: ETHER, tokens: 0n },
      { address: address("2"), reputation: 5n * ETHER, tokens: ETHER },
    ],
    schemes: [{ name: "SchemeRegistrar", permissions: "0x0000001f" }],
    accountKeepsPermissions: true,
  },
};

describe("previewLines", () => {
  it("names the DAO, who gets what in it, the account, the cost and the file", () => {
    const lines = previewLines(PREVIEW, CHAIN, OUTLINE).split("\n");
    const row = (label: string, value: string) => `${label.padEnd(16)}  ${value}`;
    expect(lines).to.deep.equal([
      row("DAO", "Harbour \\x1b[8m"),
      row("Token", "Harbour Token (HT)"),
      row("Founders", "2, with 6.0 reputation in total"),
      row("", `  ${address("2")}  5.0 reputation, 1.0 tokens`),
      row("", `  ${address("1")}  1.0 reputation, 0.0 tokens`),
      row("Schemes", "1"),
      row(
        "",
        "  SchemeRegistrar  0x0000001f: may register schemes, change global constraints, upgrade the controller, call any contract in the DAO's name",
      ),
      row("At the end", `${address("f")} keeps all permissions in the DAO`),
      row("Arc release", "0.0.1-rc.57"),
      row("Network", "mainnet (chain ID 1)"),
      row("Account", address("f")),
      row("Balance", "1.000000 ETH"),
      row("Transactions", "1, 1,234,567 gas"),
      row("Estimated cost", "0.250000 ETH"),
      row("Required balance", "0.500000 ETH"),
      row("Fee cap", "12.5 gwei; no transaction pays more"),
      row("Maximum cost", "5.000000 ETH"),
      row("Result file", "out.json"),
    ]);
  });

  it("lists every scheme, and the founders with most reputation", () => {
    const schemes = Array.from({ length: 40 }, (_, index) => ({
      name: `Scheme${index}`,
      permissions: "0x00000010",
    }));
    const founders = Array.from({ length: 40 }, (_, index) => ({
      address: `0x${String(index).padStart(40, "0")}`,
      reputation: BigInt(index),
      tokens: 0n,
    }));
    const dao = { ...OUTLINE.dao!, schemes, founders };
    const text = previewLines(PREVIEW, CHAIN, { ...OUTLINE, dao });
    for (const { name } of schemes) expect(text).to.include(`  ${name}  `);
    expect(text).to.include(founders[39]!.address).and.not.include(founders[0]!.address);
    expect(text).to.include("and 20 more");
  });

  it("says unknown, never 0, where the migration could not be rehearsed", () => {
    const preview = {
      ...PREVIEW,
      steps: [],
      gasUsed: 0n,
      cost: 0n,
      balanceNeeded: 0n,
      rehearsed: false,
    };
    const text = previewLines(preview, CHAIN, OUTLINE);
    const labels = ["Transactions", "Estimated cost", "Required balance", "Maximum cost"];
    for (const label of labels) {
      expect(text).to.match(new RegExp(`^${label} +unknown: `, "m"));
    }
    expect(sendQuestion(preview, CHAIN)).to.match(/an unknown number of transactions to mainnet/);
  });
});

describe("sendQuestion", () => {
  it("names how many transactions go to which chain", () => {
    expect(sendQuestion(PREVIEW, CHAIN)).to.equal("Send 1 transaction to mainnet (chain ID 1)?");
  });
});

describe("permissionWords", () => {
  it("says that a scheme has none", () => {
    expect(permissionWords("0x00000000")).to.equal("no special permissions");
    expect(permissionWords("0x00000010")).to.equal("may call any contract in the DAO's name");
  });
});
