import { resolve } from "node:path";

import type { HardhatConfig } from "hardhat/types/config";

import { accountOf, gasPriceOf } from "../chain/account.js";
import type { NetworkOptions } from "../run/open-chain.js";
import { parametersSource } from "../run/parameters-source.js";
import type { MigrationOptions } from "../run/options.js";
import type { MigrationInputs, Section } from "../run/prepare.js";
import type { LiveInputs } from "../run/live-inputs.js";

/** Options of the migration tasks; they carry the names of the command's flags. */
export interface MigrateTaskArguments {
  readonly arcVersion: MigrationOptions["arcVersion"];
  readonly gasPrice: string | undefined;
  readonly output: MigrationOptions["output"];
  /** Of the tasks that make a DAO. */
  readonly params?: string | undefined;
  readonly privateKey: MigrationOptions["privateKey"];
  readonly mnemonic: MigrationOptions["mnemonic"];
  readonly private: boolean;
  readonly chainId: number;
  readonly stakingToken: MigrationOptions["stakingToken"];
  readonly registryOwner: MigrationOptions["registryOwner"];
  readonly quiet: boolean;
  readonly force: boolean;
  readonly restart: boolean;
  readonly disableConfs: boolean;
  readonly dryRun: boolean;
  readonly confirmations: number;
}

/** What a migration task does, once its options and the configuration are put together. */
export type TaskInputs = MigrationInputs &
  NetworkOptions &
  Pick<LiveInputs, "output" | "gasPrice" | "signer">;

/**
 * Puts the options of a task and the project's configuration together. An option's path is relative
 * to the current folder, the configuration's to the project's root.
 * @throws UsageError where an option is not what it should be
 */
export async function resolveTaskOptions(
  sections: readonly Section[],
  options: MigrateTaskArguments,
  { dao: config, paths }: Pick<HardhatConfig, "dao" | "paths">,
): Promise<TaskInputs> {
  return {
    sections,
    arcVersion: options.arcVersion ?? config.arcVersion,
    ...(sections.includes("dao") && {
      params: await parametersSource({
        given: options.params,
        configured: config.params,
        projectRoot: paths.root,
      }),
    }),
    private: options.private,
    // Hardhat's options have no number for "none".
    chainId: options.chainId === 0 ? undefined : options.chainId,
    stakingToken: options.stakingToken,
    registryOwner: options.registryOwner,
    networks: config.networks,
    customAbis: config.customAbis,
    projectRoot: paths.root,
    output: resultPath(options.output, { dao: config, paths }),
    gasPrice: gasPriceOf(options.gasPrice),
    signer: accountOf(options),
  };
}

/** The result file: the option's, relative to the current folder, or the configuration's. */
export function resultPath(
  output: string | undefined,
  { dao, paths }: Pick<HardhatConfig, "dao" | "paths">,
): string {
  return output === undefined ? resolve(paths.root, dao.output) : resolve(output);
}
