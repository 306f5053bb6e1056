import type { DataFees } from "../../foundation/chain/data-fee.js";
import { failureReason } from "../../foundation/chain/failure-reason.js";
import { lacksForkData } from "../../foundation/chain/node-words.js";
import { ConnectionError, RpcError } from "../../foundation/chain/rpc-error.js";
import type { RpcBlock } from "../../foundation/chain/rpc-types.js";
import type { Target } from "../../foundation/chain/target.js";
import type { LedgerTerms } from "../../engine/execution/deployers/ledger-deployer.js";
import { RehearsalDeployer } from "../../engine/execution/deployers/rehearsal-deployer.js";
import { openEmptyChain } from "../../engine/execution/fork/empty-chain.js";
import { Fork } from "../../engine/execution/fork/fork.js";
import type { OnEvent } from "../../engine/execution/steps/event.js";
import { transactionsOf, type Planned } from "../../engine/execution/steps/plan.js";
import type { ChainFacts } from "../../engine/execution/steps/step.js";
import { StepLedger } from "../../engine/execution/steps/step-ledger.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import type { ResultSections } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { SpoiledError } from "./spoiled-dao.js";
import type { PreparedMigration } from "./prepare.js";
import { runMigration } from "./run-migration.js";

export interface RehearsalTerms extends LedgerTerms {
  readonly target: Target;
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  /** Whether a stranger took the contract that a step deployed. */
  readonly wasTaken: (step: string) => boolean;
  readonly onEvent: OnEvent;
}

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
 * Runs a migration on a fork of its chain. A fork does not charge fees for data, so these are added.
 * @param block the fork block
 * @throws MigrationError if a step fails, or the node cannot be reached
 */
export async function rehearse(
  terms: RehearsalTerms,
  block: RpcBlock,
  dataFees: DataFees,
): Promise<Rehearsal> {
  const { target, facts, prepared, existing, ledger, onEvent } = terms;
  let fork: Fork | undefined;
  try {
    const { account } = facts;
    fork = await Fork.open(target.provider, target.chain.chainId, block, { account });
    const deployer = new RehearsalDeployer(fork, facts, terms);
    const made = await runMigration(deployer, prepared, existing).catch((error: unknown) => {
      if (error instanceof UnsafeDaoError && deployer.spoiled.length > 0) return error.made;
      // The unsafe DAO exists only on the fork, so there is no result to record.
      throw error instanceof UnsafeDaoError ? new MigrationError(error.message) : error;
    });
    const { plan, spoiled } = deployer;
    if (spoiled.length > 0) throw new SpoiledError(made, spoiled);
    const repeated = plan.map(({ step }) => step).filter((step) => ledger.has(step));
    if (repeated.length > 0) onEvent({ type: "repeated", steps: repeated });
    return { kind: "rehearsed", plan: await withDataFees(plan, dataFees) };
  } catch (error) {
    const reason = reasonNotToFork(error as Error, fork);
    const steps = await estimate(terms);
    return {
      kind: "notRehearsed",
      reason,
      estimate: steps && (await withDataFees(steps, dataFees)),
    };
  } finally {
    await fork?.close();
  }
}

/**
 * Estimates a migration whose chain cannot be forked, by running the same steps on an empty chain. Gas and cost are
 * realistic; addresses differ.
 * @returns undefined if the migration needs something that only its own chain has
 */
async function estimate(terms: RehearsalTerms): Promise<readonly Planned[] | undefined> {
  const { facts, prepared, ledger, target } = terms;
  const { reusable = {}, sections, change } = prepared;
  // An empty chain has no DAO to change.
  if (change !== undefined) return undefined;
  const chain = await openEmptyChain(target.chain.chainId);
  try {
    const deployer = new RehearsalDeployer(
      chain,
      { ...facts, onWarning: undefined },
      { ledger: new StepLedger(), funding: terms.funding, onEvent: () => {} },
    );
    const whole = [...new Set(["base" as const, ...sections])];
    await runMigration(deployer, { ...prepared, sections: whole, reusable: {} }, {});
    const isLeft = ({ step }: Planned) => {
      const [section, name = ""] = step.split("/");
      const isThere = section === "base" && (!sections.includes("base") || name in reusable);
      return !isThere && !ledger.has(step);
    };
    return deployer.plan
      .filter(isLeft)
      .map((planned) =>
        planned.kind === "clock" ? planned : { ...planned, contractAddress: undefined },
      );
  } catch {
    return undefined;
  } finally {
    await chain.close();
  }
}

async function withDataFees(
  plan: readonly Planned[],
  dataFees: DataFees,
): Promise<readonly Planned[]> {
  const steps = transactionsOf(plan);
  const fees = await dataFees.of(steps);
  if (fees === undefined) return plan;
  const byStep = new Map(steps.map(({ step }, index) => [step, fees[index]!]));
  return plan.map((planned) => {
    const dataFee = byStep.get(planned.step);
    return planned.kind === "clock" || dataFee === undefined ? planned : { ...planned, dataFee };
  });
}

/**
 * Why a chain cannot be forked. Only counts if its node lacks a method, or if its blocks have an unknown format: a
 * temporary failure would also make the following steps fail.
 * @throws any other error: of the migration, the connection or the node
 */
function reasonNotToFork(error: Error, fork: Fork | undefined): string {
  const cause = fork === undefined ? error : fork.causeOf(error);
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
