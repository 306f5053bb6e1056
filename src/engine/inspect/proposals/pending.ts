import type { ProposalDescription } from "../description.js";
import { isNotRead } from "../reading/attempt.js";

type Progressing = Pick<ProposalDescription, "progress">;

/** Whether a proposal may still do something, or this was not read. */
export function isPending(proposal: Progressing): boolean {
  const { progress } = proposal;
  return isNotRead(progress) || progress.stage === "open" || isDecidedNotDone(proposal);
}

/** Whether it can have no effect any more, and had none. */
export function hasFailed({ progress }: Progressing): boolean {
  return !isNotRead(progress) && ["rejected", "expired"].includes(progress.stage);
}

/** Whether it is decided, and something is left to do that anybody can do. */
export function isDecidedNotDone({ progress }: Progressing): boolean {
  return !isNotRead(progress) && ["passed", "to be executed"].includes(progress.stage);
}
