import { failureReason } from "../../foundation/chain/failure-reason.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { isWhole } from "../../engine/inspect/compare/comparison.js";
import { NotAnArcDaoError } from "../../engine/inspect/organization/not-an-arc-dao-error.js";
import { readTransactions } from "../../engine/inspect/compare/read-transactions.js";
import type { DriftReport } from "../../output/describe/change-report.js";
import { compareDao, type ComparedDao } from "./comparing.js";
import { planDao, type PlanInputs } from "./planning.js";

/** What happened to a DAO since an earlier inspection. */
export interface Drift extends DriftReport {
  readonly kind: "drift";
  readonly chain: ComparedDao["chain"];
  /** Whether nothing happened. */
  readonly isQuiet: boolean;
}

/** A DAO that was inspected before, and cannot be read any more, such as one that was handed to an account. */
export interface Lost {
  readonly kind: "lost";
  readonly reason: string;
}

/**
 * Compares a DAO with an earlier inspection, and plans what makes it match its file again.
 * @throws UsageError if the earlier state is given as a block: what was read at it is not known
 */
export async function watchDao(
  inputs: PlanInputs & { readonly since: string },
): Promise<Drift | Lost> {
  if (/^\d+$/.test(inputs.since)) {
    throw new UsageError(
      "--since needs a file here. Create it with `dao-migrate inspect --json`, and pass it to --since.",
    );
  }
  const found = await compareDao({ ...inputs, block: undefined }).catch((error: unknown) => {
    if (!(error instanceof NotAnArcDaoError)) throw error;
    return error.message;
  });
  if (typeof found === "string") return { kind: "lost", reason: found };
  const { comparison, after, chain } = found;
  const whole = isWhole(comparison);
  const transactions = await orReason(
    async () => await readTransactions(inputs.provider, comparison.before, after),
  );
  // What the DAO changes in other contracts is no difference of its own.
  const isCalm =
    !("notRead" in transactions) && transactions.every(({ calls }) => calls.length === 0);
  const isQuiet = comparison.differences.length === 0 && whole && isCalm;
  const at = { ...inputs, section: undefined, avatar: after.avatar.address };
  // The earlier inspection may have left out early events. A plan needs them all, unless it was asked not to.
  const complete = after.eventsFromBlock === (inputs.fromBlock ?? 0) ? after : undefined;
  const change = isQuiet
    ? { notRead: "nothing happened" }
    : await orReason(async () => await planDao({ ...at, block: after.block.number }, complete));
  return { kind: "drift", comparison, after, chain, transactions, change, isWhole: whole, isQuiet };
}

/** A report says what it knows, even if a part cannot be had. */
async function orReason<Found>(
  find: () => Promise<Found>,
): Promise<Found | { readonly notRead: string }> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return { notRead: failureReason(error) };
  }
}
