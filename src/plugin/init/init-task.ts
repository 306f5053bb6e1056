import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { getAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { openArcRelease } from "../../arc/open-release.js";
import { DEFAULT_ARC_VERSION } from "../../arc/versions.js";
import { PUBLIC_ACCOUNTS } from "../../chain/public-accounts.js";
import { exampleParameters } from "../../params/example.js";
import { DEFAULTS } from "../../run/defaults.js";
import { writeWhole } from "../../support/write-file.js";
import { nodeAccounts } from "../../chain/node-accounts.js";
import { print } from "../../terminal/output.js";
import { exampleTest } from "./example-test.js";
import { kindOf, missingOf } from "./project-kind.js";

const SCHEMA = "hardhat-dao-migration/migration-params.schema.json";
const DEFAULT_NETWORK = "default";
/** Accounts of the mnemonic that Hardhat and anvil share. */
const HARDHAT_ACCOUNTS = PUBLIC_ACCOUNTS.slice(10);
const TEST_FILE = "dao.test.ts";

/** Writes the files that a project lacks for testing its DAO, keeps existing ones, and prints what to do next. */
export async function runInitTask(hre: HardhatRuntimeEnvironment): Promise<void> {
  const { paths, dao, plugins } = hre.config;
  const { root } = paths;
  const ids = plugins.map(({ id }) => id);
  const kind = kindOf(ids);

  const params = resolve(root, dao.params ?? DEFAULTS.params);
  await writeMissing(root, params, "the DAO's parameters, to edit", () =>
    ownParameters(hre, params),
  );
  // Each runner's plugin adds its folder.
  const folders: Readonly<Record<string, string>> = { ...paths.tests };
  const folder = folders[kind.runner === "mocha" ? "mocha" : "nodejs"] ?? join(root, "test");
  const test = join(folder, TEST_FILE);
  await writeMissing(root, test, "a first test", () => Promise.resolve(exampleTest(kind)));

  const missing = missingOf(root, ids, kind);
  if (missing.length > 0) {
    const packages = missing.flatMap((each) => each.packages).join(" ");
    print(`\nThe test needs more packages:\n\n  npm install --save-dev ${packages}`);
    const lacking = missing.flatMap((each) => each.plugin ?? []);
    if (lacking.length > 0) {
      const imports = lacking.map(({ name, from }) => `  import ${name} from "${from}";`);
      const names = lacking.map(({ name }) => name).join(", ");
      const config = paths.config === undefined ? "hardhat.config" : relative(root, paths.config);
      print(
        `\nand in ${config}:\n\n${imports.join("\n")}\n\n  plugins: [daoMigration, ${names}, ...]`,
      );
    }
  }
  print(`\nNext: npx hardhat test`);
}

/** Writes a file unless it exists, and prints which. */
async function writeMissing(
  root: string,
  path: string,
  what: string,
  content: () => Promise<string>,
): Promise<void> {
  const shown = relative(root, path);
  if (existsSync(path)) {
    print(`${shown} already exists; left unchanged.`);
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, await content(), { advice: "Make the folder writable." });
  print(`Wrote ${shown}: ${what}.`);
}

/** The example's parameters, with the accounts of the project's default network as founders, so that tests can vote. */
async function ownParameters(hre: HardhatRuntimeEnvironment, path: string): Promise<string> {
  const { paths, dao } = hre.config;
  const release = await openArcRelease(dao.arcVersion ?? DEFAULT_ARC_VERSION, {
    projectRoot: paths.root,
  });
  const schema = relative(dirname(path), join(paths.root, "node_modules", SCHEMA)).replaceAll(
    "\\",
    "/",
  );
  const $schema = schema.startsWith(".") ? schema : `./${schema}`;
  const example = await exampleParameters(release, await testAccounts(hre));
  return `${JSON.stringify({ ...example, $schema }, null, 2)}\n`;
}

/** The default network's accounts if it is simulated, because tests use it; otherwise Hardhat's. */
async function testAccounts({
  config,
  network,
}: HardhatRuntimeEnvironment): Promise<readonly string[]> {
  if (config.networks[DEFAULT_NETWORK]?.type !== "edr-simulated") return HARDHAT_ACCOUNTS;
  const connection = await network.create(DEFAULT_NETWORK);
  try {
    return (await nodeAccounts(connection.provider)).map((account) => getAddress(account));
  } finally {
    await connection.close();
  }
}
