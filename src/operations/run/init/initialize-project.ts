import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { getAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { isInProcess } from "../../../engine/execution/deployers/simulated-network.js";
import { openArcRelease } from "../../../foundation/arc/open-release.js";
import { PUBLIC_ACCOUNTS } from "../../../foundation/chain/test-mnemonic.js";
import { exampleParameters } from "../../../foundation/params/example.js";
import { DEFAULTS } from "../../../foundation/support/defaults.js";
import { projectFile } from "../../../foundation/support/package.js";
import { makeOutputFolder, writeWhole } from "../../../foundation/support/write-file.js";
import { nodeAccounts } from "../../../foundation/chain/provider.js";
import { exampleTest } from "./example-test.js";
import { kindOf, missingOf } from "./project-kind.js";
import { requireScheme, schemeFiles, schemeKind, SOLIDITY } from "./scheme-files.js";

const SCHEMA = "hardhat-dao-migration/migration-params.schema.json";
const DEFAULT_NETWORK = "default";
/** Accounts of the mnemonic that Hardhat and anvil share. */
const HARDHAT_ACCOUNTS = PUBLIC_ACCOUNTS.slice(10);
const TEST_FILE = "dao.test.ts";

/** What was written or kept, and what the project still needs. Paths are relative to its root. */
export interface InitializedProject {
  readonly files: readonly InitializedFile[];
  /** Packages to install. */
  readonly packages: readonly string[];
  /** Plugins to import in its configuration. */
  readonly plugins: readonly { readonly name: string; readonly from: string }[];
  readonly config: string;
  /** The compiler that its contracts need, unless the configuration has it. */
  readonly solidity?: string;
  /** The command that runs the test: without a compiler, as long as there is nothing to compile. */
  readonly next: string;
}

interface InitializedFile {
  readonly path: string;
  readonly what: string;
  readonly written: boolean;
}

/**
 * Writes the files that a project lacks for testing its DAO; keeps existing ones, except its own unedited example.
 * @param scheme writes those of a DAO with a scheme of one's own, which are the files of the example project
 */
export async function initializeProject(
  hre: HardhatRuntimeEnvironment,
  scheme: boolean,
): Promise<InitializedProject> {
  const { paths, dao, plugins } = hre.config;
  const { root } = paths;
  const ids = plugins.map(({ id }) => id);
  const kind = scheme ? schemeKind(kindOf(ids)) : kindOf(ids);
  const params = resolve(root, dao.params ?? DEFAULTS.params);
  // Each runner's plugin adds its folder.
  const folders: Readonly<Record<string, string>> = { ...paths.tests };
  const folder = folders[kind.runner === "mocha" ? "mocha" : "nodejs"] ?? join(root, "test");
  const example = async () => await ownParameters(hre, params);
  const replaces = scheme && (await requireScheme(params, example));
  const wanted = scheme
    ? await schemeFiles(kind, {
        params,
        folder,
        contracts: paths.sources.solidity[0] ?? "contracts",
      })
    : ([
        [params, "edit it to describe your DAO", example],
        [join(folder, TEST_FILE), "a first test", () => exampleTest(kind)],
      ] as const);
  const files: InitializedFile[] = [];
  for (const [file, what, content] of wanted) {
    files.push(await writeFile(root, file, what, content, replaces && file === params));
  }
  const missing = missingOf(root, ids, kind, scheme);
  const compilers = hre.config.solidity.profiles.default?.compilers ?? [];
  return {
    files,
    packages: missing.flatMap((each) => each.packages),
    plugins: missing.flatMap((each) => each.plugin ?? []),
    config: paths.config === undefined ? "hardhat.config" : relative(root, paths.config),
    solidity:
      !scheme || compilers.some(({ version }) => version === SOLIDITY) ? undefined : SOLIDITY,
    next: `npx hardhat test${(await hasSolidity(paths.sources.solidity)) ? "" : " --no-compile"}`,
  };
}

/** Whether there is anything to compile, for which Hardhat downloads a compiler. */
async function hasSolidity(folders: readonly string[]): Promise<boolean> {
  const found = folders.filter(existsSync).map((each) => readdir(each, { recursive: true }));
  return (await Promise.all(found)).flat().some((file) => file.endsWith(".sol"));
}

async function writeFile(
  root: string,
  file: string,
  what: string,
  content: () => string | Promise<string>,
  replaces: boolean,
): Promise<InitializedFile> {
  const path = relative(root, file);
  if (existsSync(file) && !replaces) return { path, what, written: false };
  const advice = "Fix that, and run dao:init again: it keeps the files that it finds.";
  await makeOutputFolder(dirname(file), advice);
  await writeWhole(file, await content(), { advice });
  return { path, what, written: true };
}

/** The example's parameters, with the accounts of the project's default network as founders, so that tests can vote. */
async function ownParameters(hre: HardhatRuntimeEnvironment, path: string): Promise<string> {
  const { paths, dao } = hre.config;
  const release = await openArcRelease(dao.arcVersion, {
    projectRoot: paths.root,
  });
  const schema = relative(dirname(path), projectFile(paths.root, SCHEMA)).replaceAll("\\", "/");
  const $schema = schema.startsWith(".") ? schema : `./${schema}`;
  const example = await exampleParameters(release, await testAccounts(hre));
  return `${JSON.stringify({ ...example, $schema }, null, 2)}\n`;
}

/** The default network's accounts if it is simulated, because tests use it; otherwise Hardhat's. */
async function testAccounts({
  config,
  network,
}: HardhatRuntimeEnvironment): Promise<readonly string[]> {
  const configured = config.networks[DEFAULT_NETWORK];
  if (configured === undefined || !isInProcess(configured)) return HARDHAT_ACCOUNTS;
  const connection = await network.create(DEFAULT_NETWORK);
  try {
    return (await nodeAccounts(connection.provider)).map((account) => getAddress(account));
  } finally {
    await connection.close();
  }
}
