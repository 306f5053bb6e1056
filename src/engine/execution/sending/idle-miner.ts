import { isPrivate } from "../../../foundation/chain/private-chain.js";
import type { SendingContext } from "./context.js";

/** Milliseconds without a mined transaction after which to ask a node with automine to mine. */
const IDLE = 2_000;

/** Milliseconds without a new block after which to say so. */
const SILENT = 30_000;

/**
 * Anvil mines when a transaction arrives. A transaction that arrives while it makes a block may stay in its pool until
 * the next one arrives, and after our last transaction none does. So this asks a private node to mine if it says that
 * automine is on.
 */
export class IdleMiner {
  readonly #context: Pick<SendingContext, "target" | "clock" | "onEvent" | "confirmations">;
  #askedAt = Number.NEGATIVE_INFINITY;
  #minesAtOnce: Promise<boolean | undefined> | undefined;
  #isTold = false;

  constructor(context: Pick<SendingContext, "target" | "clock" | "onEvent" | "confirmations">) {
    this.#context = context;
  }

  /** @param since when a transaction was last sent or mined, in milliseconds of the clock */
  async mineIfIdle(since: number): Promise<void> {
    if (!this.#isTime(since) || (await this.#readsAutomine()) !== true) return;
    await this.#ask("evm_mine");
  }

  /**
   * The same if only confirmations are missing: a node that mines when it gets a transaction never makes the blocks that
   * they need.
   * @param since when there was a new block, in milliseconds of the clock
   */
  async confirmIfIdle(since: number): Promise<void> {
    if (this.#isTime(since) && (await this.#readsAutomine()) !== false) await this.#ask("evm_mine");
  }

  /**
   * Says once why nothing happens.
   * @param since when there was a new block, in milliseconds of the clock
   * @param unmined how many sent transactions are in no block
   */
  tellOfSilence(since: number, unmined: number): void {
    const { clock, confirmations, onEvent } = this.#context;
    const silence = clock.now() - since;
    if (this.#isTold || silence < SILENT) return;
    this.#isTold = true;
    onEvent({ type: "noBlocks", seconds: Math.round(silence / 1000), confirmations, unmined });
  }

  #isTime(since: number): boolean {
    const { target, clock } = this.#context;
    const now = clock.now();
    if (!isPrivate(target.chain) || now - Math.max(since, this.#askedAt) < IDLE) return false;
    this.#askedAt = now;
    return true;
  }

  /** Undefined if the node does not say, like ganache. */
  async #readsAutomine(): Promise<boolean | undefined> {
    this.#minesAtOnce ??= this.#ask("hardhat_getAutomine").then((answer) =>
      typeof answer === "boolean" ? answer : undefined,
    );
    return await this.#minesAtOnce;
  }

  /** Ignores failures: a node without these methods mines on its own, and the next poll reports a node that is gone. */
  async #ask(method: string): Promise<unknown> {
    const { provider } = this.#context.target;
    return await provider.request({ method, params: [] }).catch(() => undefined);
  }
}
