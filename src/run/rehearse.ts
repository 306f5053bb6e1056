import { failureReason } from "../chain/failure-reason.js";
import { lacksForkData } from "../chain/node-words.js";
import type { RpcBlock } from "../chain/rpc-types.js";
import { ConnectionError, RpcError } from "../chain/rpc-error.js";
import { RehearsalDeployer } from "../execution/deployers/rehearsal-deployer.js";
import { Fork } from "../execution/fork/fork.js";
import type { Planned } from "../execution/steps/plan.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import { MigrationError } from "../support/errors.js";
import { estimate } from "./estimate.js";
import type { RehearsalTerms } from "./rehearsal-terms.js";
import { runMigration } from "./run-migration.js";

/** The outcome of a rehearsal: the remaining steps, or why the chain cannot be forked. */
export type Rehearsal =
  | { readonly kind: "rehearsed"; readonly plan: readonly Planned[] }
  | {
      readonly kind: "notRehearsed";
      readonly reason: string;
      /** The steps on an empty chain, for gas and cost. */
      readonly estimate?: readonly Planned[];
    };

/**
 * Runs a migration on a fork of its chain.
 * @param block the fork block
 * @throws MigrationError if a step fails, or the node cannot be reached
 */
export async function rehearse(terms: RehearsalTerms, block: RpcBlock): Promise<Rehearsal> {
  const { target, facts, prepared, existing, ledger, onEvent } = terms;
  let fork: Fork | undefined;
  try {
    const { account } = facts;
    fork = await Fork.open(target.provider, target.chain.chainId, block, { account });
    const deployer = new RehearsalDeployer(fork, facts, terms);
    await runMigration(deployer, prepared, existing).catch((error: unknown) => {
      // The unsafe DAO exists only on the fork, so there is no result to record.
      throw error instanceof UnsafeDaoError ? new MigrationError(error.message) : error;
    });
    const { plan } = deployer;
    const repeated = plan.map(({ step }) => step).filter((step) => ledger.has(step));
    if (repeated.length > 0) onEvent({ type: "repeated", steps: repeated });
    return { kind: "rehearsed", plan };
  } catch (error) {
    const reason = reasonNotToFork(error as Error, fork);
    return { kind: "notRehearsed", reason, estimate: await estimate(terms) };
  } finally {
    await fork?.close();
  }
}

/**
 * Why a chain cannot be forked. Only counts if its node lacks a method, or if its blocks have an unknown format: a
 * temporary failure would also make the following steps fail.
 * @throws any other error: of the migration, the connection or the node
 */
function reasonNotToFork(error: Error, fork: Fork | undefined): string {
  const cause = fork === undefined ? error : causeAmong(fork.refusals, error);
  if (cause === undefined || cause instanceof ConnectionError) throw cause ?? error;
  if (cause instanceof RpcError) {
    if (lacksForkData(cause)) return cause.message;
    throw new MigrationError(
      `The rehearsal stopped because of a node error: ${cause.message}. Nothing more was sent. Run the same command ` +
        "again, or use another node.",
      { cause },
    );
  }
  if (fork !== undefined || cause.name === "AbortError") throw cause;
  return failureReason(cause);
}

/** The node's error that caused an error. */
function causeAmong(refusals: readonly Error[], error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = refusals.find(({ message }) => error.message.includes(message));
  return found ?? causeAmong(refusals, error.cause);
}
