import { resolve } from "node:path";

import { expect } from "chai";

import type {
  BaseResult,
  DaoResult,
  DemoTestResult,
  MigrationResult,
  ResultSections,
} from "../../../src/foundation/result/result.js";
import { migrationDocument } from "../../../src/output/describe/migration-run.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { RunFigures } from "../../../src/operations/run/figures.js";
import { expectGolden } from "../../golden.js";

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

/** The summary of a run; without its last line, which names the file. */
function summary(result: MigrationResult, made: ResultSections, figures: RunFigures): string {
  const run = { result, made, figures, checks: [], warnings: [] };
  return toTerminal(migrationDocument(run, resolve("migration.json")));
}

describe("migrationDocument", () => {
  it("starts with figures, then lists what was made: addresses, proposals, permissions, other contracts", () => {
    const made = { base: BASE, dao: DAO, test: TEST };
    const figures = { ...FIGURES, explorer: "https://gnosisscan.io" };
    expectGolden(import.meta.dirname, "migration-run.txt", summary(RESULT, made, figures));
  });

  it("links the account if no DAO was made, and nothing without an explorer", () => {
    const figures = { ...FIGURES, explorer: "https://gnosisscan.io" };
    expect(summary(RESULT, { base: BASE }, figures)).to.include(
      `explorer      https://gnosisscan.io/address/${address("f")}`,
    );
    expect(summary(RESULT, { base: BASE, dao: DAO }, FIGURES)).to.not.include("explorer");
  });

  it("says that the chain is in this process", () => {
    expect(summary({ ...RESULT, inProcess: true }, {}, FIGURES)).to.include(
      "network       private (chain ID 31337, in this process)\n",
    );
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
