import type { RpcBlock } from "../chain/rpc-types.js";
import { ConnectionError } from "../chain/rpc-error.js";
import type { Target } from "../chain/target.js";
import { RehearsalDeployer } from "../execution/deployers/rehearsal-deployer.js";
import { Fork } from "../execution/fork/fork.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { Funding } from "../execution/steps/funding.js";
import type { Planned } from "../execution/steps/plan.js";
import type { StepLedger } from "../execution/steps/step-ledger.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import type { ResultSections } from "../result/result.js";
import { MigrationError } from "../support/errors.js";
import type { PreparedMigration } from "./prepare.js";
import { runMigration } from "./run-migration.js";

/** What a rehearsal came to: the steps that are left, or why the chain cannot be forked. */
export type Rehearsal =
  | { readonly kind: "rehearsed"; readonly plan: readonly Planned[] }
  | { readonly kind: "notRehearsed"; readonly reason: string };

/** What is rehearsed, and on which chain. */
export interface RehearsalTerms {
  readonly target: Target;
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  /** The steps that are on the chain. */
  readonly ledger: StepLedger;
  readonly funding: Funding;
  readonly onEvent: OnEvent;
}

/**
 * Runs a migration on a fork of its chain.
 * @param block at which the chain is forked
 * @throws MigrationError where a step fails, or the node cannot be reached
 */
export async function rehearse(terms: RehearsalTerms, block: RpcBlock): Promise<Rehearsal> {
  const { target, facts, prepared, existing, ledger, onEvent } = terms;
  let fork: Fork | undefined;
  try {
    fork = await Fork.open(target.provider, target.chain.chainId, block);
    const deployer = new RehearsalDeployer(fork, facts, terms);
    await runMigration(deployer, prepared, existing).catch((error: unknown) => {
      // On the fork: the chain has no such DAO, and no result says so.
      throw error instanceof UnsafeDaoError ? new MigrationError(error.message) : error;
    });
    const { plan } = deployer;
    const repeated = plan.map(({ step }) => step).filter((step) => ledger.has(step));
    if (repeated.length > 0) onEvent({ type: "repeated", steps: repeated });
    return { kind: "rehearsed", plan };
  } catch (error) {
    // Only what the target refused can be a lack of the target; anything else is the migration's.
    const refusal = fork === undefined ? (error as Error) : fork.refusal;
    if (refusal === undefined || refusal instanceof ConnectionError) throw error;
    return { kind: "notRehearsed", reason: refusal.message };
  } finally {
    await fork?.close();
  }
}
