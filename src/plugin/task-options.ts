import { resolve } from "node:path";

import type { HardhatConfig } from "hardhat/types/config";

import { gasPriceOf } from "../chain/account.js";
import { DEFAULTS } from "../run/defaults.js";
import type { NetworkOptions } from "../run/open-chain.js";
import { parametersSource } from "../run/parameters-source.js";
import type { MigrationOptions } from "../run/options.js";
import type { MigrationInputs, Section } from "../run/prepare.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { flagOf, refuseSecret } from "../support/command-line.js";
import { blockOption, chainIdOption, confirmationsOption } from "../terminal/option-values.js";

/** Options of the migration tasks; they have the names of the command's flags. */
export interface MigrateTaskArguments {
  readonly arcVersion: MigrationOptions["arcVersion"];
  readonly gasPrice: string | undefined;
  readonly maxGasPrice: string | undefined;
  readonly output: MigrationOptions["output"];
  /** Only for tasks that create a DAO. */
  readonly params?: string;
  readonly privateKey: MigrationOptions["privateKey"];
  readonly mnemonic: MigrationOptions["mnemonic"];
  readonly keystore: string | undefined;
  readonly passwordFile: string | undefined;
  readonly private: boolean;
  readonly chainId: string | undefined;
  readonly stakingToken: MigrationOptions["stakingToken"];
  readonly registryOwner: MigrationOptions["registryOwner"];
  readonly quiet: boolean;
  readonly force: boolean;
  readonly restart: boolean;
  readonly disableConfs: boolean;
  readonly dryRun: boolean;
  readonly allowUnrehearsed: boolean;
  readonly trustBase: boolean;
  readonly noCheck: boolean;
  readonly confirmations: string;
}

/** The inputs of a migration task, from its options and the configuration. */
export type TaskInputs = MigrationInputs &
  NetworkOptions &
  Pick<
    LiveInputs,
    | "output"
    | "gasPrice"
    | "maxGasPrice"
    | "confirmations"
    | "allowUnrehearsed"
    | "trustBase"
    | "check"
    | "silenced"
  >;

/**
 * Combines a task's options with the project's configuration. An option's path is relative to the current folder, the
 * configuration's to the project's root.
 * @throws UsageError if an option is invalid
 */
export async function resolveTaskOptions(
  sections: readonly Section[],
  options: MigrateTaskArguments,
  { dao: config, paths }: Pick<HardhatConfig, "dao" | "paths">,
): Promise<TaskInputs> {
  refuseSecrets(options);
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
    chainId: options.chainId === undefined ? undefined : chainIdOption(options.chainId),
    stakingToken: options.stakingToken,
    registryOwner: options.registryOwner,
    networks: config.networks,
    customAbis: namedFolder(config.customAbis),
    projectRoot: paths.root,
    output: resultPath(options.output, { dao: config, paths }),
    gasPrice: gasPriceOf(options.gasPrice),
    maxGasPrice: gasPriceOf(options.maxGasPrice),
    confirmations: confirmationsOption(options.confirmations),
    allowUnrehearsed: options.allowUnrehearsed || config.allowUnrehearsed,
    trustBase: options.trustBase,
    check: !options.noCheck,
    silenced: config.check.silenced,
  };
}

/** Rejects a key or mnemonic in any other option, where it would appear in an error, or as a file name. */
function refuseSecrets(options: MigrateTaskArguments): void {
  for (const [name, value] of Object.entries(options)) {
    if (name === "privateKey" || name === "mnemonic" || typeof value !== "string") continue;
    refuseSecret(flagOf(name), value);
  }
}

/** A folder of build files if the user named it, which must then exist; undefined for the default folder. */
export function namedFolder(customAbis: string): string | undefined {
  return customAbis === DEFAULTS.customAbis ? undefined : customAbis;
}

/** The result file: from the option, relative to the current folder, or from the configuration. */
export function resultPath(
  output: string | undefined,
  { dao, paths }: Pick<HardhatConfig, "dao" | "paths">,
): string {
  return output === undefined ? resolve(paths.root, dao.output) : resolve(output);
}

/**
 * The block numbers for reading a DAO.
 * @throws UsageError if one is not a number
 */
export function blocksOf({
  block,
  fromBlock,
}: {
  readonly block: string | undefined;
  readonly fromBlock: string | undefined;
}) {
  return {
    block: block === undefined ? undefined : blockOption("--block", block),
    fromBlock: fromBlock === undefined ? undefined : blockOption("--from-block", fromBlock),
  };
}
