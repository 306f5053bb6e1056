import { resolve } from "node:path";

import { nodeAccounts } from "../chain/node-accounts.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { privateNetwork } from "../chain/networks.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { MigrationResult } from "../result/result.js";
import { EXAMPLE_DAO, type ParametersSource } from "../run/parameters-source.js";
import { prepareMigration, type PreparedMigration } from "../run/prepare.js";
import { deployerOn, migratePrepared } from "../run/simulated.js";
import { notes } from "../terminal/event-notes.js";
import { DEFAULT_CHAIN_ID, splitOptions } from "./options.js";
import type { TestChainContents, TestChainOptions } from "./options.js";

/** The result of a migration, and its inputs. */
export interface Migrated {
  readonly result: MigrationResult;
  readonly prepared: PreparedMigration;
}

/**
 * Migrates what the options request, on a chain that may still be opening.
 * @param onEvent receives all events, instead of `onNote` of the options
 */
export async function migrateContents(
  opening: Promise<{ readonly provider: Eip1193Provider }>,
  options: TestChainOptions,
  onEvent?: OnEvent,
): Promise<Migrated> {
  const { contents, network } = splitOptions(options);
  const chainId = network.chainId ?? DEFAULT_CHAIN_ID;
  const accounts = async () => await nodeAccounts((await opening).provider);
  const prepared = await prepareContents(contents, chainId, accounts, onEvent);
  const connection = {
    provider: (await opening).provider,
    networkConfig: {
      type: "edr-simulated",
      throwOnTransactionFailures: network.throwOnTransactionFailures ?? true,
    },
  };
  const deployer = await deployerOn(connection);
  const { result } = await migratePrepared(connection, deployer, prepared);
  return { result, prepared };
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
  const { arcVersion, params, customAbis, projectRoot = process.cwd() } = contents;
  const network = privateNetwork(chainId).name;
  const sections = contents.demo === false ? (["base", "dao"] as const) : ALL;
  return await prepareMigration(
    {
      sections,
      arcVersion,
      params: pathIn(projectRoot, params ?? EXAMPLE_DAO),
      customAbis,
      projectRoot,
      onEvent,
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
