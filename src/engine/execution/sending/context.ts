import type { TransactionSigner } from "../../../foundation/chain/signer.js";
import type { Target } from "../../../foundation/chain/target.js";
import type { Clock } from "../../../foundation/support/clock.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { Journal } from "../journal/journal.js";
import type { OnEvent } from "../steps/event.js";
import type { FeeLimit } from "./fee-limit.js";

export interface SendingContext {
  readonly target: Target;
  readonly journal: Journal;
  readonly signers: ReadonlyMap<string, TransactionSigner>;
  readonly fees: FeeLimit;
  /** Confirmations to wait for: blocks including the step's own. */
  readonly confirmations: number;
  /** Milliseconds after which a pending transaction is sent again unchanged, because nodes forget transactions. */
  readonly repeatAfter: number;
  /** The longest wait between two polls of the chain, in milliseconds. */
  readonly polling: number;
  readonly onEvent: OnEvent;
  /** Stops the migration between two steps, after waiting for what was sent. */
  readonly signal?: AbortSignal;
  readonly clock: Clock;
}

export function signerFor({ signers }: SendingContext, account: string): TransactionSigner {
  const signer = signers.get(account);
  if (signer === undefined) throw new MigrationError(`There is no key to sign as ${account}.`);
  return signer;
}
