import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { expectGoldenCases } from "../../golden.js";
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
  ...(await readdir(join(ROOT, "examples/params"))).sort().map((file) => `examples/params/${file}`),
  ...(await readdir(join(ROOT, FILES)))
    .sort()
    .filter((file) => REFUSED[file] === undefined)
    .map((file) => `${FILES}/${file}`),
];

async function migrate(file: string) {
  const arcVersion = RELEASES[file.slice(file.lastIndexOf("/") + 1)];
  const warned: string[] = [];
  const prepared = await prepareMigration(
    {
      sections: ["base", "dao"] as const,
      params: file,
      projectRoot: ROOT,
      arcVersion,
      onEvent: (event) => {
        if (event.type === "parametersWarning") warned.push(event.issue.path);
      },
    },
    "private",
    {},
  );
  return await withDeployer(async (deployer, connection) => {
    const { base, dao } = await runMigration(deployer, prepared, {});
    if (base === undefined || dao === undefined || prepared.dao === undefined) {
      throw new Error("A section is missing.");
    }
    const { release } = prepared;
    const { parameters } = prepared.dao;
    await expectDao(connection, release, base, parameters, dao, deployer.account);
    return { base, dao, parameters, warned };
  });
}

describe("real parameters files", () => {
  it("become the DAOs that they describe", async () => {
    const texts: Record<string, string> = {};
    for (const file of files) {
      const { dao, parameters, warned } = await migrate(file);
      const { founders, standAloneContracts } = parameters;
      texts[file] = [
        `${dao.name} of Arc ${dao.arcVersion}: ${founders.length} founders`,
        `${standAloneContracts.length} contracts, ${dao.Schemes.length} schemes`,
        ...warned.map((place) => `warning: ${place}`),
      ].join("\n");
    }
    expectGoldenCases(import.meta.dirname, "real-files.txt", texts);
  });

  for (const [file, place] of Object.entries(REFUSED)) {
    it(`${file} is refused, and nothing is sent`, async () => {
      const error = await rejection(migrate(`${FILES}/${file}`));
      expect(error.message).to.include(place).and.include("nothing was done");
    });
  }
});
