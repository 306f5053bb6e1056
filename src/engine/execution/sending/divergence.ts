import { confirmedAt } from "../../../foundation/chain/confirmations.js";
import { askAgain, forPolls } from "../../../foundation/chain/incomplete-answers.js";
import { stepMatchOf, ownLogs, renamingOf } from "../steps/step-match.js";
import { differenceFrom } from "../steps/contract-state.js";
import { codeHash, type PlannedStep } from "../steps/plan.js";
import { Renaming } from "../steps/renaming.js";
import type { MinedStep } from "../steps/step.js";
import type { SendingContext } from "./context.js";
import type { Outcome } from "./outcome.js";

export interface Divergence {
  readonly reason: string;
  /** Whether other accounts' transactions explain it. */
  readonly isExplained: boolean;
  /** The contract that a failed step called, or that is not what it should be: a stranger may have set it up. */
  readonly contract?: string;
  /** True if the contract differs, although no step failed. */
  readonly isUnproven?: boolean;
}

/** Compares sent steps with their rehearsal: whether they were mined, their events, and the code that they created. */
export async function divergenceOf(
  context: SendingContext,
  steps: readonly PlannedStep[],
  { mined, failed }: Outcome,
): Promise<Divergence | undefined> {
  for (const { step, to: contract } of steps) {
    const failure = failed.get(step);
    if (failure === undefined) continue;
    const why =
      contract === undefined && !failure.isByOthers
        ? " (was it compiled for a newer evmVersion than the chain's?)"
        : "";
    return {
      reason: `step ${step} failed: ${failure.reason}${why}`,
      isExplained: failure.isByOthers,
      contract,
    };
  }
  const done = steps.flatMap((planned) => {
    const found = planned.isRehearsed === false ? undefined : mined.get(planned.step);
    return found === undefined ? [] : [{ planned, found, similarity: stepMatchOf(planned, found) }];
  });
  const other = done.find(({ similarity }) => similarity === "different");
  if (other !== undefined) return divergence(other.planned, false);
  const codes = await Promise.all(
    done.map(async ({ planned, found }) => await hasCodes(context, planned, found)),
  );
  const without = done.find((_one, index) => codes[index] === false);
  if (without !== undefined) {
    const reason = `step ${without.planned.step} created a contract with different code`;
    return { reason, isExplained: false };
  }
  const reordered = done.find(({ similarity }) => similarity === "reordered");
  return reordered && divergence(reordered.planned, true);
}

/**
 * Compares what a final step rests on with its rehearsal, on the chain itself.
 * @param since the last block that contains a step of this migration; must have all its confirmations
 */
export async function divergenceBefore(
  context: SendingContext,
  { restsOn = [] }: Pick<PlannedStep, "restsOn">,
  since: number,
): Promise<Divergence | undefined> {
  const { target, polling, confirmations } = context;
  const compare = async () => {
    const last = since > 0 && (await target.blockSince(confirmedAt(since, confirmations), polling));
    const number = last === false ? undefined : last.number;
    const found = await Promise.all(
      restsOn.map(async (state) => await differenceFrom(state, target.provider, number)),
    );
    const index = found.findIndex((difference) => difference !== undefined);
    return index === -1 ? undefined : { reason: found[index]!, contract: restsOn[index]!.address };
  };
  const difference = await askAgain(compare, (found) => found === undefined, forPolls(context));
  return difference && { ...difference, isExplained: false, isUnproven: true };
}

function divergence({ step }: PlannedStep, isExplained: boolean): Divergence {
  return {
    reason: `step ${step} emitted different events or created a different contract`,
    isExplained,
  };
}

/** Whether the contracts that a step created have the same code as in the rehearsal, at whatever addresses. */
async function hasCodes(
  context: SendingContext,
  { codes = [], logs, wantsLogs }: PlannedStep,
  mined: MinedStep,
): Promise<boolean> {
  const renaming =
    (wantsLogs === true ? renamingOf(ownLogs(logs), ownLogs(mined.logs)) : undefined) ??
    new Renaming();
  const right = await Promise.all(
    codes.map(async ({ address, hash }) => {
      return codeHash(await codeAt(context, renaming.nameOf(address), mined.blockNumber)) === hash;
    }),
  );
  return right.every((isRight) => isRight);
}

/** Asks at the block of the step if it seems to be missing: a node that is behind says so of the latest block. */
async function codeAt(
  context: SendingContext,
  address: string,
  blockNumber: number,
): Promise<string> {
  const { target } = context;
  const pause = forPolls(context);
  let code = await target.code(address);
  while (code === "0x" && (await pause()))
    code = await target.code(address, blockNumber).catch(() => target.code(address));
  return code;
}
