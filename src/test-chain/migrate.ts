import { resolve } from "node:path";

import type { Eip1193Provider } from "../chain/provider.js";
import { privateNetwork } from "../chain/networks.js";
import type { MigrationResult } from "../result/result.js";
import { EXAMPLE_DAO, type ParametersSource } from "../run/parameters-source.js";
import { prepareMigration, type PreparedMigration } from "../run/prepare.js";
import { deployerOn, migratePrepared } from "../run/simulated.js";
import { notes } from "../terminal/event-notes.js";
import { DEFAULT_CHAIN_ID, splitOptions } from "./options.js";
import type { TestChainContents, TestChainOptions } from "./options.js";

/** Migrates what the options ask for, on a chain that is being opened. */
export async function migrateContents(
  opening: Promise<{ readonly provider: Eip1193Provider }>,
  options: TestChainOptions,
): Promise<MigrationResult> {
  const { contents, network } = splitOptions(options);
  const chainId = network.chainId ?? DEFAULT_CHAIN_ID;
  const prepared = await prepareContents(contents, chainId, async () =>
    accountsOf((await opening).provider),
  );
  const connection = {
    provider: (await opening).provider,
    networkConfig: {
      type: "edr-simulated",
      throwOnTransactionFailures: network.throwOnTransactionFailures ?? true,
    },
  };
  const deployer = await deployerOn(connection);
  return (await migratePrepared(connection, deployer, prepared)).result;
}

/**
 * Reads and checks the inputs of a migration.
 * @param accounts the chain's accounts: the founders of the example DAO
 */
export async function prepareContents(
  contents: Omit<TestChainContents, "params"> & { readonly params?: ParametersSource | undefined },
  chainId: number,
  accounts: () => Promise<readonly string[]>,
): Promise<PreparedMigration> {
  const { arcVersion, params, customAbis, onNote, projectRoot = process.cwd() } = contents;
  const network = privateNetwork(chainId).name;
  const sections = contents.demo === false ? (["base", "dao"] as const) : ALL;
  return await prepareMigration(
    {
      sections,
      arcVersion,
      params: pathIn(projectRoot, params ?? EXAMPLE_DAO),
      customAbis,
      projectRoot,
      onEvent: onNote && notes(onNote),
      exampleFounders: accounts,
    },
    network,
    {},
  );
}

const ALL = ["base", "dao", "test"] as const;

function pathIn(projectRoot: string, source: ParametersSource): ParametersSource {
  return typeof source === "string" ? resolve(projectRoot, source) : source;
}

export async function accountsOf(provider: Eip1193Provider): Promise<readonly string[]> {
  return (await provider.request({ method: "eth_accounts" })) as string[];
}
