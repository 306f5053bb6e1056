import { isPrivate } from "../../../foundation/chain/private-chain.js";
import type { SignedStep } from "../journal/lines.js";
import { broadcastAll } from "./broadcast.js";
import type { SendingContext } from "./context.js";

/** Milliseconds without a mined transaction after which to ask a node with automine to mine. */
const IDLE = 2_000;

/** Milliseconds without a new block after which to say so. */
const SILENT = 30_000;

type IdleContext = Pick<SendingContext, "target" | "clock" | "onEvent" | "confirmations">;

/**
 * Anvil mines when a transaction arrives. A transaction that arrives while it makes a block may stay in its pool until
 * the next one arrives, and after our last transaction none does. So this asks a private node to mine if it says that
 * automine is on. Such a transaction may also wait in anvil's pool for the nonce before its own, which that block has
 * used: it is never mined then, and sending it again changes nothing, unless anvil is told to empty the account's pool.
 */
export class IdleMiner {
  readonly #context: IdleContext;
  /** How often the node was asked to mine transactions, by the hash of the first of an account. */
  readonly #asked = new Map<string, number>();
  #askedAt = Number.NEGATIVE_INFINITY;
  #minesAtOnce: Promise<boolean | undefined> | undefined;
  #isTold = false;

  constructor(context: IdleContext) {
    this.#context = context;
  }

  /**
   * @param since when a transaction was last sent or mined, in milliseconds of the clock
   * @param sent transactions in no block, in nonce order
   * @param counts number of mined transactions, by account
   */
  async mineIfIdle(
    since: number,
    sent: readonly SignedStep[],
    counts: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (!this.#isTime(since) || (await this.#readsAutomine()) !== true) return;
    for (const { hash, from, nonce } of sent) {
      if (nonce !== counts.get(from)) continue;
      const times = this.#asked.get(hash) ?? 0;
      this.#asked.set(hash, times + 1);
      if (times === 1) await this.#refillPool(from, sent);
    }
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

  async #refillPool(from: string, sent: readonly SignedStep[]): Promise<void> {
    const { target } = this.#context;
    await target.requireSameChain();
    await this.#ask("anvil_removePoolTransactions", from);
    const own = sent.filter((each) => each.from === from);
    await broadcastAll(target, own);
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
  async #ask(method: string, ...params: readonly string[]): Promise<unknown> {
    const { provider } = this.#context.target;
    return await provider.request({ method, params: [...params] }).catch(() => undefined);
  }
}
