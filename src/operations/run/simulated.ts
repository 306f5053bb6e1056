import { identifyChain } from "../../foundation/chain/identity.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { Target } from "../../foundation/chain/target.js";
import {
  directAccounts,
  DirectDeployer,
  type DirectDeployerOptions,
} from "../../engine/execution/deployers/direct-deployer.js";
import { isInProcess } from "../../engine/execution/deployers/simulated-network.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import type { MigrationResult, ResultSections } from "../../foundation/result/result.js";
import type { MigrationRun } from "./figures.js";
import { checkMade, type CheckOptions } from "./check-made.js";
import { reportExistingDao } from "./existing-dao.js";
import type { LiveInputs } from "./live-inputs.js";
import { openStartingState } from "./starting-state.js";
import { openChain, withBaseTerms, type NetworkOptions } from "./open-chain.js";
import {
  prepareMigration,
  type MigrationInputs,
  type PreparedMigration,
  type Section,
} from "./prepare.js";
import { runMigration } from "./run-migration.js";
import { recordMade, Warnings } from "./record-made.js";

/** A Hardhat connection to a chain in this process, or to a development node that has the keys. */
export interface DirectConnection {
  readonly provider: Eip1193Provider;
  readonly networkConfig: { readonly type: string };
}

/** How a migration without a journal sends its steps. */
export type DirectOptions = Pick<
  DirectDeployerOptions,
  "signer" | "network" | "gasPrice" | "onEvent" | "onWarning"
>;

/** A deployer for a connection. It sends each step at once, and writes no journal. */
export async function openDeployer(
  connection: DirectConnection,
  options: DirectOptions = {},
): Promise<DirectDeployer> {
  const { provider } = connection;
  const inProcess = isInProcess(connection.networkConfig);
  const network = options.network ?? (inProcess ? undefined : await identifyChain(provider, false));
  return await DirectDeployer.create({
    ...options,
    ...{ provider, inProcess, network },
  });
}

/**
 * Runs a prepared migration without a journal, for tasks, fixtures, test chains and narration.
 * @param existing what the migration builds on
 */
export async function migratePrepared(
  connection: DirectConnection,
  deployer: DirectDeployer,
  prepared: PreparedMigration,
  existing: ResultSections = {},
): Promise<{ readonly result: MigrationResult; readonly made: ResultSections }> {
  const inProcess = isInProcess(connection.networkConfig);
  const { name, chainId, genesis } = await identifyChain(connection.provider, inProcess);
  const made = await runMigration(deployer, prepared, existing);
  return { result: { network: name, chainId, genesis, ...existing, ...made }, made };
}

export interface DirectInputs
  extends
    MigrationInputs,
    DirectOptions,
    NetworkOptions,
    CheckOptions,
    Pick<LiveInputs, "output" | "force" | "restart"> {}

/** Migrates over a connection that sends each step at once, and writes the result file. */
export async function migrateDirectly(
  connection: DirectConnection,
  inputs: DirectInputs,
): Promise<MigrationRun> {
  const inProcess = isInProcess(connection.networkConfig);
  const chain = await openChain(connection.provider, inProcess, inputs);
  // A base of any release is reused here, unless everything should be redeployed.
  const force = inputs.force === true;
  const { provider } = connection;
  const start = await openStartingState({ ...inputs, provider }, chain, force);
  const { file, parameters, existing } = start;
  const sections = withBase(inputs.sections, existing, inProcess, force);
  const prepared = await prepareMigration(
    { ...inputs, parameters, sections },
    chain.name,
    existing,
  );

  const begun = performance.now();
  const warnings = new Warnings(inputs.onEvent, prepared.dao?.cautions);
  const onWarning = warnings.add;
  const { account } = await directAccounts(provider, inputs.signer);
  const network = await withBaseTerms(chain, provider, inputs, sections, account);
  const deployer = await openDeployer(connection, { ...inputs, network, onWarning });
  const target = new Target(provider, chain);
  const terms = { target, facts: deployer, prepared, file, existing, warnings };
  // Running a task twice on a development chain means another DAO.
  await reportExistingDao(terms, inputs.onEvent);
  const first = Number((await target.latestBlock()).number);
  const made = await runMigration(deployer, prepared, existing).catch(async (error: unknown) => {
    if (error instanceof UnsafeDaoError) await file.add(error.made, existing);
    throw error;
  });
  const result = await recordMade(made, terms, inputs.onEvent);
  const last = Number((await target.latestBlock()).number);
  const done = { ...terms, made, blocks: { first, last } };
  return {
    result,
    made,
    // A chain in this process has no other users, and ends with the process, so it needs no check.
    checks: inProcess ? [] : await checkMade(inputs, done),
    warnings: warnings.all,
    figures: {
      account: deployer.account,
      transactions: deployer.stepCount,
      gasUsed: deployer.gasUsed,
      milliseconds: performance.now() - begun,
    },
  };
}

/**
 * A simulated network starts empty, so a task that needs a base makes one. If the file has a base on this chain, it is
 * reused, unless everything should be redeployed.
 */
function withBase(
  sections: readonly Section[],
  existing: ResultSections,
  inProcess: boolean,
  force: boolean,
): readonly Section[] {
  const others = sections.filter((section) => section !== "base");
  if (existing.base !== undefined && !force && others.length > 0) return others;
  if (inProcess || force) return ["base", ...others];
  return sections;
}
