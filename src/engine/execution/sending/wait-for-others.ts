import { MigrationError } from "../../../foundation/support/errors.js";
import type { SendingContext } from "./context.js";
import type { FeePolicy } from "./fee-limit.js";
import { isStuck } from "./raise-fee.js";
import { Pace } from "./pace.js";

/**
 * Waits until an account has no pending transactions. This migration's are mined by then, so any that remain belong to
 * other programs.
 */
export async function waitForOthers(
  context: Pick<SendingContext, "target" | "clock" | "onEvent" | "polling" | "signal"> & {
    readonly fees: Pick<FeePolicy, "raiseAfter">;
  },
  account: string,
): Promise<void> {
  const { target, fees, clock, onEvent } = context;
  const pace = new Pace(context);
  const since = clock.now();
  for (let isReported = false; ; isReported = true) {
    const mined = await target.transactionCount(account, "latest");
    const count = (await target.transactionCount(account, "pending")) - mined;
    if (count <= 0) return;
    if (isStuck(since, clock.now(), fees)) {
      throw new MigrationError(
        `The account ${account} has ${count} pending transactions that are not part of this migration and are not being ` +
          "mined. Nothing more was sent. Wait for them or replace them, then run the same command again.",
      );
    }
    if (!isReported) onEvent({ type: "waitingForOthers", account, count });
    await pace.pause(false);
  }
}
