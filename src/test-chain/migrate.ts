import { openArcRelease } from "../arc/open-release.js";
import { identifyChain } from "../chain/identity.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { DirectDeployer } from "../execution/deployers/direct-deployer.js";
import { networkOf } from "../chain/networks.js";
import { prepareMigration, type PreparedMigration } from "../run/prepare.js";
import type { MigrationResult } from "../result/result.js";
import { runMigration } from "../run/run-migration.js";
import { exampleParameters } from "./example-dao.js";
import { DEFAULT_CHAIN_ID, splitOptions } from "./options.js";
import type { TestChainContents, TestChainOptions } from "./options.js";

/** Migrates on a chain that is being opened what the options ask for. */
export async function migrateContents(
  opening: Promise<{ readonly provider: Eip1193Provider }>,
  options: TestChainOptions,
): Promise<MigrationResult> {
  const { contents, network } = splitOptions(options);
  const chainId = network.chainId ?? DEFAULT_CHAIN_ID;
  const prepared = await prepareContents(contents, chainId, async () =>
    accountsOf((await opening).provider),
  );
  const throwsOnFailure = network.throwOnTransactionFailures ?? true;
  return await migrate((await opening).provider, throwsOnFailure, prepared);
}

/**
 * Reads and checks what is to be migrated.
 * @param accounts of the chain: the founders of the example DAO
 */
export async function prepareContents(
  contents: TestChainContents,
  chainId: number,
  accounts: () => Promise<readonly string[]>,
): Promise<PreparedMigration> {
  const { arcVersion, params, customAbis, onNote, projectRoot = process.cwd() } = contents;
  const release =
    params === undefined &&
    (await openArcRelease(arcVersion, { projectRoot, ...(onNote && { onFetch: onNote }) }));
  return await prepareMigration(
    {
      sections: contents.demo === false ? ["base", "dao"] : ["base", "dao", "test"],
      arcVersion,
      params: release ? await exampleParameters(await accounts(), release) : params,
      customAbis,
      projectRoot,
      onNote,
    },
    networkOf(chainId).name,
    {},
  );
}

async function migrate(
  provider: Eip1193Provider,
  throwsOnFailure: boolean,
  prepared: PreparedMigration,
): Promise<MigrationResult> {
  const { name, chainId, genesis } = await identifyChain(provider, true);
  const deployer = await DirectDeployer.create({ provider, inProcess: true, throwsOnFailure });
  const made = await runMigration(deployer, prepared, {});
  return { network: name, chainId, genesis, ...made };
}

export async function accountsOf(provider: Eip1193Provider): Promise<readonly string[]> {
  return (await provider.request({ method: "eth_accounts" })) as string[];
}
