import { isPrivate } from "../../chain/networks.js";
import type { SendingContext } from "./context.js";

/** Milliseconds without a mined transaction after which a node that mines at once is asked to mine. */
const IDLE = 2_000;

/**
 * Anvil mines when a transaction arrives. One that arrives while it makes a block may stay in its pool, ready,
 * until the next one comes; and where ours is the last, none does. A private node that says that it mines at
 * once is asked to mine then.
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

  /** A node without these methods mines in its own time; one that is gone says so at the next poll. */
  async #ask(method: string): Promise<unknown> {
    const { provider } = this.#context.target;
    return await provider.request({ method, params: [] }).catch(() => undefined);
  }
}
