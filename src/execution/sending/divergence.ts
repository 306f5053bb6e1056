import { likenessOf, ownLogs, renamingOf } from "../steps/likeness.js";
import { codeHash, type PlannedStep } from "../steps/plan.js";
import { Renaming } from "../steps/renaming.js";
import type { MinedStep } from "../steps/step.js";
import type { SendingContext } from "./context.js";
import type { Outcome } from "./outcome.js";

/** Behind one address there may be several nodes; one that lags is asked again this often. */
const ATTEMPTS = 10;

/** What a chain did otherwise than its rehearsal. */
export interface Divergence {
  readonly reason: string;
  /** Other transactions that came between account for it. */
  readonly isExplained: boolean;
}

/** Compares sent steps with their rehearsal: whether they were mined, their events, and the code that they made. */
export async function divergenceOf(
  context: SendingContext,
  steps: readonly PlannedStep[],
  { mined, failed }: Outcome,
): Promise<Divergence | undefined> {
  for (const { step } of steps) {
    const failure = failed.get(step);
    if (failure === undefined) continue;
    return {
      reason: `step ${step} failed: ${failure.reason}`,
      isExplained: failure.isByOthers,
    };
  }
  const done = steps.flatMap((planned) => {
    const found = planned.isRehearsed === false ? undefined : mined.get(planned.step);
    return found === undefined ? [] : [{ planned, found, likeness: likenessOf(planned, found) }];
  });
  const other = done.find(({ likeness }) => likeness === "different");
  if (other !== undefined) return divergence(other.planned, false);
  const codes = await Promise.all(
    done.map(async ({ planned, found }) => await hasCodes(context, planned, found)),
  );
  const without = done.find((_one, index) => codes[index] === false);
  if (without !== undefined) {
    const reason = `step ${without.planned.step} created a contract with different code`;
    return { reason, isExplained: false };
  }
  const reordered = done.find(({ likeness }) => likeness === "reordered");
  return reordered && divergence(reordered.planned, true);
}

function divergence({ step }: PlannedStep, isExplained: boolean): Divergence {
  return {
    reason: `step ${step} emitted different events or created a different contract`,
    isExplained,
  };
}

/** Whether the contracts that a step made have the code of the rehearsal, at whichever addresses. */
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
      return codeHash(await codeAt(context, renaming.nameOf(address))) === hash;
    }),
  );
  return right.every((isRight) => isRight);
}

async function codeAt({ target, clock, polling }: SendingContext, address: string) {
  let code = await target.code(address);
  for (let attempt = 1; code === "0x" && attempt < ATTEMPTS; attempt++) {
    await clock.sleep(polling);
    code = await target.code(address);
  }
  return code;
}
