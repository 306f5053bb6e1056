import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { daoMigrateHere, inCliFolder } from "../../interfaces/cli/command.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const at = (digits: string) => `0x${digits.padStart(40, "0")}`;

const base = (release: string, digits: string) => ({
  arcVersion: `0.0.1-${release}`,
  DAOToken: at(`${digits}1`),
  DaoCreator: at(`${digits}2`),
});
const dao = (release: string, digits: string) => ({
  name: `DAO ${digits}`,
  arcVersion: `0.0.1-${release}`,
  Avatar: at(`${digits}3`),
  NativeToken: at(`${digits}4`),
  NativeReputation: at(`${digits}5`),
  Controller: at(`${digits}6`),
  Schemes: [],
  StandAloneContracts: [],
});
const genesis = (digits: string) => `0x${digits.padStart(64, "0")}`;

/** A result on two networks and with three releases; rc.57 on the private one has an older DAO. */
const LEDGER = {
  network: "private",
  chainId: 1337,
  genesis: genesis("1"),
  base: base("rc.57", "a"),
  dao: dao("rc.57", "a"),
  others: [
    {
      network: "mainnet",
      chainId: 1,
      genesis: genesis("2"),
      base: base("rc.40", "b"),
      dao: dao("rc.40", "b"),
    },
    { network: "private", chainId: 1337, genesis: genesis("1"), base: base("rc.40", "c") },
    {
      network: "private",
      chainId: 1337,
      genesis: genesis("1"),
      base: base("rc.57", "a"),
      dao: dao("rc.57", "d"),
    },
    { network: "arbitrum", chainId: 42161, genesis: genesis("3"), base: base("rc.57", "e") },
  ],
} as unknown as MigrationResult;

/** The file as tools for the predecessor read it. */
interface TheirFile {
  readonly [network: string]: {
    readonly base?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly dao?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** Reads addresses as indexers did: GEN and DaoCreator of a release on a network, and its DAO. */
function addressesAsTheyRead(file: TheirFile, network: string, release: string) {
  const { base = {}, dao: daos = {} } = file[network] ?? {};
  const { GEN, DaoCreator } = base[release] ?? {};
  const { name, Avatar, DAOToken, Reputation } = daos[release] ?? {};
  return { GEN, DaoCreator, name, Avatar, DAOToken, Reputation };
}

async function inFolderWithLedger(
  run: (folder: string, ...args: never[]) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, "migration.json"), JSON.stringify(LEDGER));
    await run(folder);
  });
}

describe("dao-migrate addresses", () => {
  it("prints the predecessor's format for every network and release, the newest of each", () =>
    inFolderWithLedger(async (folder) => {
      const { code, stdout } = await daoMigrateHere(["addresses"], { cwd: folder });
      expect(code).to.equal(0);
      const file = JSON.parse(stdout) as TheirFile;
      expect(addressesAsTheyRead(file, "private", "0.0.1-rc.57")).to.deep.equal({
        GEN: at("a1"),
        DaoCreator: at("a2"),
        name: "DAO a",
        Avatar: at("a3"),
        DAOToken: at("a4"),
        Reputation: at("a5"),
      });
      expect(addressesAsTheyRead(file, "private", "0.0.1-rc.40")).to.include({ GEN: at("c1") });
      expect(addressesAsTheyRead(file, "mainnet", "0.0.1-rc.40")).to.include({
        GEN: at("b1"),
        Avatar: at("b3"),
      });
      expect(addressesAsTheyRead(file, "arbitrum", "0.0.1-rc.57")).to.include({ GEN: at("e1") });
    }));

  it("says that there is nothing to report", () =>
    inCliFolder(async ({ folder, cli }) => {
      await writeFile(
        join(folder, "own.json"),
        JSON.stringify({ ...LEDGER, others: [], inProcess: true }),
      );
      for (const output of ["own.json", "none.json"]) {
        const { code, stderr } = await cli("--result", output, "addresses");
        expect(code).to.equal(1);
        expect(stderr).to.include("has no addresses of an existing chain");
      }
    }));
});
