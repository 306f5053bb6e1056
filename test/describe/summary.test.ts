import { expect } from "chai";

import type {
  BaseResult,
  DaoResult,
  DemoTestResult,
  MigrationResult,
} from "../../src/result/result.js";
import { summaryDocument } from "../../src/describe/summary.js";
import { toTerminal } from "../../src/document/to-terminal.js";

const address = (digit: string) => `0x${digit.repeat(40)}`;
const hash = (digit: string) => `0x${digit.repeat(64)}`;

const BASE = {
  arcVersion: "0.0.1-rc.57",
  DAOToken: address("1"),
  DaoCreator: address("2"),
} as unknown as BaseResult;
const DAO: DaoResult = {
  name: "Harbour",
  arcVersion: "0.0.1-rc.57",
  Avatar: address("3"),
  NativeToken: address("4"),
  NativeReputation: address("5"),
  Controller: address("6"),
  Schemes: [
    {
      name: "GenericScheme",
      alias: "WalletScheme",
      address: address("7"),
      arcVersion: "0.0.1-rc.57",
      permissions: "0x00000010",
      paramsHash: hash("0"),
    },
  ],
  StandAloneContracts: [{ name: "Wallet", address: address("8"), arcVersion: "0.0.1-rc.57" }],
};
const TEST = {
  name: "Demo",
  arcVersion: "0.0.1-rc.57",
  Avatar: address("9"),
  Schemes: [],
  proposalId: hash("a"),
} as unknown as DemoTestResult;
const RESULT: MigrationResult = {
  network: "private",
  chainId: 31337,
  base: BASE,
  dao: DAO,
  test: TEST,
};
const FIGURES = {
  account: address("f"),
  transactions: 29,
  gasUsed: 38_151_234n,
  milliseconds: 1234,
};

function summary(...of: Parameters<typeof summaryDocument>): string {
  return toTerminal(summaryDocument(...of));
}

describe("summaryDocument", () => {
  it("links each DAO, or else the account, on the chain's explorer", () => {
    const figures = { ...FIGURES, explorer: "https://gnosisscan.io" };
    const made = { base: BASE, dao: DAO, test: TEST };
    expect(summary(RESULT, made, figures))
      .to.include(`https://gnosisscan.io/address/${address("3")}`)
      .and.include(`https://gnosisscan.io/address/${address("9")}`);
    expect(summary(RESULT, { base: BASE }, figures)).to.include(
      `explorer      https://gnosisscan.io/address/${address("f")}`,
    );
    expect(summary(RESULT, made, FIGURES)).to.not.include("explorer");
  });

  it("starts with network, account, transactions, gas and time", () => {
    const lines = summary({ ...RESULT, inProcess: true }, {}, FIGURES).split("\n");
    expect(lines).to.deep.equal([
      "network       private (chain ID 31337, in this process)",
      `account       ${address("f")}`,
      "transactions  29",
      "gas           38,151,234",
      "time          1.23 s",
    ]);
    expect(summary(RESULT, {}, FIGURES)).to.include("private (chain ID 31337)\n");
  });

  it("lists addresses, proposals, schemes with permissions, and other contracts", () => {
    const text = summary(RESULT, { base: BASE, dao: DAO, test: TEST }, FIGURES);
    const width = "scheme GenericScheme (WalletScheme)".length;
    const row = (name: string, value: string) => `  ${name.padEnd(width)}  ${value}`;
    for (const line of [
      "base, Arc 0.0.1-rc.57",
      `  DAOToken    ${address("1")}`,
      'dao "Harbour", Arc 0.0.1-rc.57',
      row("Avatar", address("3")),
      row("scheme GenericScheme (WalletScheme)", `${address("7")}  0x00000010`),
      row("contract Wallet", address("8")),
      'test "Demo", Arc 0.0.1-rc.57',
      `  proposalId  ${hash("a")}`,
    ]) {
      expect(text.split("\n")).to.include(line);
    }
  });

  it("keeps a name from looking like lines of its own", () => {
    const text = summary(RESULT, { dao: { ...DAO, name: "A\nAvatar  0x00\u001b[8m" } }, FIGURES);
    expect(text).to.include('dao "A Avatar  0x00\\x1b[8m", Arc');
  });

  it("leaves out what already existed", () => {
    const text = summary(RESULT, { dao: DAO }, FIGURES);
    expect(text).to.include(address("3")).and.not.include(address("1")).and.not.include(hash("a"));
  });
});
