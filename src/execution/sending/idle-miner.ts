import { isPrivate } from "../../chain/networks.js";
import type { SendingContext } from "./context.js";

/** Milliseconds without a mined transaction after which to ask a node with automine to mine. */
const IDLE = 2_000;

/**
 * Anvil mines when a transaction arrives. A transaction that arrives while it makes a block may stay in its pool until
 * the next one arrives, and after our last transaction none does. So this asks a private node to mine if it says that
 * automine is on.
 */
export class IdleMiner {
  readonly #context: Pick<SendingContext, "target" | "clock">;
  #askedAt = Number.NEGATIVE_INFINITY;
  #minesAtOnce: Promise<boolean> | undefined;

  constructor(context: Pick<SendingContext, "target" | "clock">) {
    this.#context = context;
  }

  /** @param since when a transaction was last sent or mined, in milliseconds of the clock */
  async mineIfIdle(since: number): Promise<void> {
    const { target, clock } = this.#context;
    const now = clock.now();
    if (!isPrivate(target.chain) || now - Math.max(since, this.#askedAt) < IDLE) return;
    this.#askedAt = now;
    if (!(await (this.#minesAtOnce ??= this.#readsAutomine()))) return;
    await this.#ask("evm_mine");
  }

  async #readsAutomine(): Promise<boolean> {
    return (await this.#ask("hardhat_getAutomine")) === true;
  }

  /** Ignores failures: a node without these methods mines on its own, and the next poll reports a node that is gone. */
  async #ask(method: string): Promise<unknown> {
    const { provider } = this.#context.target;
    return await provider.request({ method, params: [] }).catch(() => undefined);
  }
}
