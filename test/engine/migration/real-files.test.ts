import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { expectGoldenCases } from "../../golden.js";
import { rejected } from "../../rejection.js";
import { withDeployer } from "../../simulated-chain.js";
import { someOf } from "../../some-of.js";
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

async function prepare(file: string) {
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
  return { prepared, warned };
}

async function migrate({ prepared }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  await withDeployer(async (deployer, connection) => {
    const { base, dao } = await runMigration(deployer, prepared, {});
    const { parameters } = prepared.dao!;
    await expectDao(connection, prepared.release, base!, parameters, dao!, deployer.account);
  });
}

describe("real parameters files", () => {
  it("describe these DAOs", async () => {
    const texts: Record<string, string> = {};
    for (const file of files) {
      const { prepared, warned } = await prepare(file);
      const { orgName, founders, standAloneContracts, schemes, customSchemes } =
        prepared.dao!.parameters;
      const built = Object.values<readonly unknown[]>(schemes).flat();
      texts[file] = [
        `${orgName} of Arc ${prepared.release.version}: ${founders.length} founders`,
        `${standAloneContracts.length} contracts, ${built.length + customSchemes.length} schemes`,
        ...warned.map((place) => `warning: ${place}`),
      ].join("\n");
    }
    expectGoldenCases(import.meta.dirname, "real-files.txt", texts);
  });

  for (const file of someOf(files, 5)) {
    it(`${file} becomes the DAO that it describes`, async () => migrate(await prepare(file)));
  }

  for (const [file, place] of Object.entries(REFUSED)) {
    it(`${file} is refused, and nothing is sent`, async () => {
      await rejected(prepare(`${FILES}/${file}`), place, "nothing was done");
    });
  }
});
