import type { JournalHeader, JournalLine, SignedStep } from "./lines.js";

/**
 * The signed steps of a migration. They make it resumable: every transaction in the journal may have been sent. It
 * holds no key. This one is in memory only, for a migration that sends nothing.
 */
export class Journal {
  readonly header: JournalHeader;
  /** By account, the nonce below which this run searched its transactions for steps, or a DAO for proposals, not in here. */
  readonly searched = new Map<string, number>();
  /** Transactions of each step, oldest first; several if fees were raised. Steps are in signing order. */
  readonly #signed = new Map<string, readonly SignedStep[]>();
  readonly #clocks = new Map<string, number>();
  readonly #notBefore = new Map<string, number>();
  readonly #nextNonces = new Map<string, number>();
  /** Calls and hashes of all transactions ever signed, including dropped ones. */
  readonly #calls = new Set<string>();
  readonly #hashes = new Set<string>();
  /** Calls of steps that were mined and reverted. */
  readonly #reverted = new Set<string>();

  /** @param lines of an earlier run, without the header */
  constructor(header: JournalHeader, lines: readonly JournalLine[] = []) {
    this.header = header;
    for (const line of lines) this.#enter(line);
  }

  /** Stores lines so that they outlive the process. They count only after that. */
  protected write(_lines: readonly JournalLine[]): Promise<void> {
    return Promise.resolve();
  }

  /** All transactions that may have been sent for a step; none if it was never signed. */
  transactions(step: string): readonly SignedStep[] {
    return this.#signed.get(step) ?? [];
  }

  get steps(): readonly string[] {
    return [...this.#signed.keys()];
  }

  noncesOf(account: string, isWanted: (step: string) => boolean = () => true): readonly number[] {
    return [...this.#signed].flatMap(([step, transactions]) =>
      isWanted(step)
        ? transactions.filter(({ from }) => from === account).map(({ nonce }) => nonce)
        : [],
    );
  }

  /**
   * The nonce with which an account's steps begin. If an earlier journal was lost, steps that were found on the chain are
   * older than this one.
   * @returns undefined if any of its transactions may be one: nothing was signed or found yet, or this journal was cut to
   * its header
   */
  beginOf(account: string): number | undefined {
    const { nonces, mayHaveEarlier } = this.header;
    const begun = nonces[account] ?? 0;
    if (!mayHaveEarlier) return begun;
    const hasFound = Object.entries(nonces).some(([each, first]) =>
      this.noncesOf(each).some((nonce) => nonce < first),
    );
    if (!hasFound) return this.steps.length === 0 ? undefined : begun;
    const own = this.noncesOf(account);
    return own.length === 0 ? undefined : Math.min(...own);
  }

  /** The first block that may have a transaction. */
  firstBlockOf(account: string, nonce: number): number {
    const isOwn =
      this.beginOf(account) !== undefined && nonce >= (this.header.nonces[account] ?? 0);
    return isOwn ? this.header.firstBlock : 0;
  }

  /** The nonce after the highest that the journal uses; undefined if it has no transaction of the account. */
  nextSignedNonce(account: string): number | undefined {
    return this.#nextNonces.get(account);
  }

  /**
   * Whether a step with the same call was ever signed, even if it was dropped later.
   * @param call hash of receiver, value and call data
   */
  everSigned(call: string): boolean {
    return this.#calls.has(call);
  }

  /** Whether it has a transaction, even one that was dropped later. */
  knows(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  hasReverted(call: string): boolean {
    return this.#reverted.has(call);
  }

  /** The time to which the chain's clock was moved before a step was signed: UNIX seconds, or 0 if it was not moved. */
  notBefore(step: string): number {
    return this.#notBefore.get(step) ?? 0;
  }

  /** Times to which the chain's clock was to be moved, by step; UNIX seconds. */
  get clocks(): ReadonlyMap<string, number> {
    return this.#clocks;
  }

  /** Records signed steps. They may be sent only after that. */
  async sign(steps: readonly SignedStep[]): Promise<void> {
    await this.#append(steps.map((step) => ({ kind: "signed", ...step })));
  }

  /**
   * Records the time to which the chain's clock is moved.
   * @param target UNIX seconds
   */
  async moveClock(step: string, target: number): Promise<void> {
    await this.#append([{ kind: "clock", step, target }]);
  }

  /**
   * Records that a step's transactions can no longer be mined, so that it may be signed again.
   * @param isReverted whether one was mined and reverted
   */
  async drop(step: string, isReverted = false): Promise<void> {
    await this.#append([{ kind: "dropped", step, ...(isReverted && { reverted: true }) }]);
  }

  async #append(lines: readonly JournalLine[]): Promise<void> {
    if (lines.length === 0) return;
    await this.write(lines);
    for (const line of lines) this.#enter(line);
  }

  #enter(line: JournalLine): void {
    switch (line.kind) {
      case "header":
        break;
      case "signed": {
        const { step, from, nonce, call, hash } = line;
        // A transaction with another call belongs to a step that is sent again, so the earlier ones no longer count.
        const same = this.transactions(step).filter((each) => each.call === call);
        this.#signed.set(step, [...same, line]);
        this.#notBefore.set(step, Math.max(0, ...this.#clocks.values()));
        this.#nextNonces.set(from, Math.max(this.#nextNonces.get(from) ?? 0, nonce + 1));
        this.#calls.add(call);
        this.#hashes.add(hash);
        break;
      }
      case "clock":
        this.#clocks.set(line.step, line.target);
        break;
      case "dropped":
        if (line.reverted === true) {
          for (const { call } of this.transactions(line.step)) this.#reverted.add(call);
        }
        this.#signed.delete(line.step);
    }
  }
}
