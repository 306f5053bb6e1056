import type { OnEvent } from "../steps/event.js";

/** How steps are sent to a live network. */
export interface SenderOptions {
  /** In wei; paid as given. */
  readonly gasPrice?: bigint | undefined;
  /** The most that raised fees may come to, in wei a gas. */
  readonly feeCap: bigint;
  /** Blocks that a step has to be deep, its own included. */
  readonly confirmations: number;
  /** Milliseconds after which a transaction that is not mined is sent again with raised fees. */
  readonly raiseAfter: number;
  /** Milliseconds after which it is sent again as it is: nodes forget. */
  readonly repeatAfter: number;
  /** The longest wait between two looks at the chain, in milliseconds. */
  readonly polling: number;
  readonly onEvent: OnEvent;
  /** Stops between two steps; what was sent is waited for. */
  readonly signal?: AbortSignal | undefined;
}
