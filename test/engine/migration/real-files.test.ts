import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { rejection } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { expectDao } from "./expect-dao.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FILES = "test/foundation/params/files";

/** Files that do not name their release, although they only fit this one. */
const RELEASES: Readonly<Record<string, string>> = {
  "nectar-dao.json": "rc.31",
};
/** Files that are refused, and the place that the error names. */
const REFUSED: Readonly<Record<string, string>> = {
  // The specification requires a scheme outside the five to be refused.
  "kyber-fund-arbit.json": "schemes.ReputationFromToken",
  // From before April 2019.
  "predecessor-alpha.58.json": "default.GenesisProtocol",
  "predecessor-rc.3.json": "default.GenesisProtocol",
};

const files = [
  "migration-params.json",
  ...(await readdir(join(ROOT, "examples/params"))).map((file) => `examples/params/${file}`),
  ...(await readdir(join(ROOT, FILES)))
    .filter((file) => REFUSED[file] === undefined)
    .map((file) => `${FILES}/${file}`),
];

async function migrate(file: string) {
  const arcVersion = RELEASES[file.slice(file.lastIndexOf("/") + 1)];
  const inputs = {
    sections: ["base", "dao"] as const,
    params: file,
    projectRoot: ROOT,
    arcVersion,
  };
  const prepared = await prepareMigration(inputs, "private", {});
  return await withDeployer(async (deployer, connection) => {
    const { base, dao } = await runMigration(deployer, prepared, {});
    if (base === undefined || dao === undefined || prepared.dao === undefined) {
      throw new Error("A section is missing.");
    }
    const { release } = prepared;
    const { parameters } = prepared.dao;
    await expectDao(connection, release, base, parameters, dao, deployer.account);
    return { base, dao, parameters };
  });
}

describe("real parameters files", () => {
  for (const file of files) {
    it(`${file} becomes the DAO that it describes`, async () => {
      const { dao, parameters } = await migrate(file);
      const raw = JSON.parse(await readFile(join(ROOT, file), "utf8")) as {
        orgName?: string;
        arcVersion?: string;
        StandAloneContracts?: unknown[];
      };
      if (raw.orgName !== undefined) expect(dao.name).to.equal(raw.orgName);
      if (raw.arcVersion !== undefined) expect(dao.arcVersion).to.include(raw.arcVersion);
      expect(parameters.standAloneContracts).to.have.length(raw.StandAloneContracts?.length ?? 0);
    });
  }

  it("are at least a dozen", () => {
    expect(files.length).to.be.greaterThan(14);
  });

  for (const [file, place] of Object.entries(REFUSED)) {
    it(`${file} is refused, and nothing is sent`, async () => {
      const error = await rejection(migrate(`${FILES}/${file}`));
      expect(error.message).to.include(place).and.include("nothing was sent");
    });
  }

  it("the packaged example is of the latest release and has every kind of scheme", async () => {
    const { base, dao } = await migrate("migration-params.json");
    expect([base.arcVersion, dao.arcVersion]).to.deep.equal(["0.0.1-rc.57", "0.0.1-rc.57"]);
    expect(dao.Schemes).to.have.length(9);
    expect(dao.StandAloneContracts).to.have.length(6);
  });
});
