import { resolve } from "node:path";

import { openArcRelease } from "../foundation/arc/open-release.js";
import { type Eip1193Provider, nodeAccounts } from "../foundation/chain/provider.js";
import { privateNetwork } from "../foundation/chain/private-chain.js";
import type { OnEvent } from "../engine/execution/steps/event.js";
import { writtenExample } from "../foundation/params/example.js";
import { EXAMPLE_DAO, type ParametersSource } from "../foundation/params/which-parameters.js";
import type { MigrationResult } from "../foundation/result/result.js";
import { prepareMigration, type PreparedMigration } from "../operations/run/prepare.js";
import { openDeployer, migratePrepared } from "../operations/run/simulated.js";
import { notes } from "../output/describe/event-notes.js";
import { jsonText } from "../foundation/support/json-text.js";
import { DEFAULT_CHAIN_ID, type TestChainContents, type TestChainOptions } from "./options.js";
import { readRegular } from "../foundation/support/read-regular.js";

/**
 * Migrates what the options request.
 * @param onEvent receives all events, instead of `onNote` of the options
 */
export async function migrateContents(
  provider: Eip1193Provider,
  options: TestChainOptions,
  onEvent?: OnEvent,
): Promise<MigrationResult> {
  const { chainId = DEFAULT_CHAIN_ID, throwOnTransactionFailures = true } = options;
  const accounts = async () => await nodeAccounts(provider);
  const prepared = await prepareContents(options, chainId, accounts, onEvent);
  const networkConfig = { type: "edr-simulated", throwOnTransactionFailures };
  const connection = { provider, networkConfig };
  const deployer = await openDeployer(connection);
  return (await migratePrepared(connection, deployer, prepared)).result;
}

/**
 * Reads and checks the inputs of a migration.
 * @param accounts the chain's accounts, which become the founders of the example DAO
 * @param onEvent called with notes on the inputs; default: `onNote` of the contents
 */
export async function prepareContents(
  contents: Omit<TestChainContents, "params"> & { readonly params?: ParametersSource },
  chainId: number,
  accounts: () => Promise<readonly string[]>,
  onEvent = contents.onNote && notes(contents.onNote),
): Promise<PreparedMigration> {
  const { arcVersion, params = EXAMPLE_DAO, customAbis, projectRoot = process.cwd() } = contents;
  return await prepareMigration(
    {
      sections: contents.demo === false ? ["base", "dao"] : ["base", "dao", "test"],
      arcVersion,
      params: typeof params === "string" ? resolve(projectRoot, params) : params,
      customAbis,
      projectRoot,
      onEvent,
      exampleFounders: accounts,
    },
    privateNetwork(chainId).name,
    {},
  );
}

/**
 * The text of the parameters file in the options, or of the example's.
 * @param accounts the chain's accounts, which become the founders of the example DAO
 */
export async function parametersText(
  { params, arcVersion, projectRoot = process.cwd() }: TestChainContents,
  accounts: () => Promise<readonly string[]>,
): Promise<string> {
  if (typeof params === "string") return await readRegular(resolve(projectRoot, params), "utf8");
  const object =
    params ??
    (await writtenExample(await openArcRelease(arcVersion, { projectRoot }), await accounts()));
  return `${jsonText(object)}\n`;
}
