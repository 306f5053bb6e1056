import { EventEmitter } from "node:events";

import type { RequestArguments } from "hardhat/types/providers";

import {
  INVALID_PARAMS,
  RpcError,
  UnsupportedMethodError,
} from "../../foundation/chain/rpc-error.js";
import { kindOf } from "../../foundation/chain/simulated-methods.js";
import type { ServedProvider } from "../options.js";
import {
  blockAt,
  headOf,
  offsetOf,
  SET_INTERVAL,
  type Change,
  type Head,
  type Mined,
  type Standing,
  type Start,
} from "./change.js";
import { intervalOf, mineAtInterval } from "./interval.js";
import { snapshotNumber, Snapshots } from "./snapshots.js";
import type { ChainStore } from "./chain-store.js";

/** Requests that change the chain's clock without mining a block. */
const MOVES_CLOCK = new Set(["evm_increaseTime", "evm_revert"]);
/** Requests that may have to mine several blocks until a transaction is included. */
const SENDS = new Set(["eth_sendTransaction", "eth_sendRawTransaction"]);
/** Requests that can mine. */
const MINES = new Set([...SENDS, "evm_mine", "hardhat_mine"]);

/** How many changes are committed together at most, while more of them are queued. */
const GROUP = 32;

type Outcome = PromiseSettledResult<unknown>;

/**
 * A provider that persists every request that changes the chain. It runs such requests one after the other, and answers
 * a request only when everything that its answer may depend on is on the disk.
 */
export class PersistedProvider extends EventEmitter implements ServedProvider {
  readonly #inner: ServedProvider;
  readonly #store: ChainStore;
  readonly #snapshots: Snapshots;
  #head: Head;
  #clock: number;
  #stopMining = (): void => {};
  #queue: Promise<unknown> = Promise.resolve();
  /** The running change, or the last one. */
  #current: Promise<unknown> = Promise.resolve();
  /** How many changes are queued. */
  #queued = 0;
  #commit: Promise<void> | undefined;
  #isDurable = false;

  /** @param snapshots those that the chain has */
  static async create(
    inner: ServedProvider,
    store: ChainStore,
    snapshots = new Snapshots(inner),
  ): Promise<PersistedProvider> {
    return new PersistedProvider(inner, store, snapshots, {
      head: await headOf(inner),
      clock: await offsetOf(inner),
    });
  }

  private constructor(
    inner: ServedProvider,
    store: ChainStore,
    snapshots: Snapshots,
    { head, clock }: { readonly head: Head; readonly clock: number },
  ) {
    super();
    this.#inner = inner;
    this.#store = store;
    this.#head = head;
    this.#clock = clock;
    this.#snapshots = snapshots;
    for (const event of ["notification", "message"]) {
      inner.on(event, (payload: unknown) => void this.#emit(event, payload));
    }
  }

  /**
   * From now on, answers wait for the disk, which is unnecessary during the migration.
   * @param start of a new chain
   */
  makeDurable(start?: Start): void {
    this.#isDurable = true;
    this.#store.commit(this.#standing, start);
  }

  async request(request: RequestArguments): Promise<unknown> {
    const kind = kindOf(request.method);
    if (kind === "unknown") throw new UnsupportedMethodError(request.method);
    const outcome =
      kind === "change"
        ? await this.#enqueue(request)
        : await settled(this.#inner.request(request));
    // The answer to a read may depend on a change that is not persisted yet.
    if (kind === "read") await this.#current.catch(() => {});
    if (this.#isDurable) await this.#synced();
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }

  /**
   * Mines at an interval, as evm_setIntervalMining does.
   * @throws RpcError if the parameters are not an interval
   */
  mineAtInterval(params: readonly unknown[]): void {
    const interval = intervalOf(params);
    if (interval === undefined) {
      const message =
        "it needs a number of milliseconds, or an array with the smallest and the largest";
      throw new RpcError(SET_INTERVAL, { code: INVALID_PARAMS, message });
    }
    this.#stopMining();
    this.#stopMining = mineAtInterval(interval, () => this.#enqueue({ method: "evm_mine" }));
  }

  /**
   * Stops interval mining, waits for running requests, and commits them.
   * @throws MigrationError if they cannot be written, or could not be before
   */
  async close(): Promise<void> {
    this.#stopMining();
    await this.#queue;
    this.removeAllListeners();
    this.#store.commit(this.#standing);
  }

  /** Resolves when all changes so far are on the disk. */
  async #synced(): Promise<void> {
    this.#commit ??= this.#gathered().then(() => {
      // Changes appended from now on wait for the next commit.
      this.#commit = undefined;
      this.#store.commit(this.#standing);
    });
    await this.#commit;
  }

  /** Resolves when no change is queued, or when enough of them are done to be committed. */
  async #gathered(): Promise<void> {
    for (let rest = GROUP; this.#queued > 0 && rest > 0; rest--) {
      await this.#current.catch(() => {});
    }
  }

  async #enqueue(request: RequestArguments): Promise<Outcome> {
    this.#queued++;
    const made = this.#queue.then(async () => {
      const change = this.#change(request);
      this.#current = change;
      return await change.finally(() => this.#queued--);
    });
    this.#queue = made.catch(() => {});
    return await made;
  }

  async #change({ method, params }: RequestArguments): Promise<Outcome> {
    // After a failed write, the chain must no longer change.
    this.#store.requireWritable();
    // Hardhat fills in gas, fees and sender; the replay needs them, too.
    const filled = structuredClone((params ?? []) as unknown[]);
    const hasTime = method === "evm_mine" && (filled[0] ?? undefined) !== undefined;
    if (MINES.has(method) && !hasTime) await this.#keepTimeRising();
    const outcome = await settled(this.#perform(method, filled));
    const before = this.#head;
    const head = (this.#head = await headOf(this.#inner));
    const moved = head.hash !== before.hash;
    const failed = outcome.status === "rejected";
    if (failed && !moved) return outcome;
    if (moved || MOVES_CLOCK.has(method)) this.#clock = await offsetOf(this.#inner);
    if (method === "evm_revert") {
      const reverted = snapshotNumber(filled[0]);
      const isDone = outcome.status === "fulfilled" && outcome.value === true;
      if (isDone && reverted !== undefined) this.#store.append({ reverted });
      return outcome;
    }
    const isSnapshot = method === "evm_snapshot";
    const change: Change = {
      ...{ method, params: filled },
      failed: failed || undefined,
      ...(isSnapshot && { snapshot: this.#snapshots.taken, clock: this.#clock }),
      mined: head.number > before.number ? await this.#mined(method, before, head) : undefined,
    };
    this.#store.append(change);
    return outcome;
  }

  async #perform(method: string, params: unknown[]): Promise<unknown> {
    if (method !== SET_INTERVAL) return await this.#snapshots.request(method, params);
    this.mineAtInterval(params);
    return true;
  }

  get #standing(): Standing {
    return { clock: this.#clock, snapshots: this.#snapshots.taken };
  }

  async #mined(method: string, before: Head, { number, hash, time }: Head): Promise<Mined> {
    const first = before.number + 1;
    if (number === first) return { times: [time], number, hash };
    const count = SENDS.has(method) ? number - before.number : 1;
    const times = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        return (await blockAt(this.#inner, first + index))!.time;
      }),
    );
    return { times, number, hash };
  }

  /**
   * Prevents a chain's clock from running behind its last block. `evm_mine` with the time of the last block, and
   * `hardhat_mine` with an interval of 0, set it back. The next block would then be earlier than the previous one,
   * which a replay cannot request.
   */
  async #keepTimeRising(): Promise<void> {
    const { time } = this.#head;
    if (Math.floor(Date.now() / 1000) + this.#clock >= time) return;
    // A client may have set the next time.
    if ((await blockAt(this.#inner, "pending"))!.time >= time) return;
    const set = { method: "evm_setNextBlockTimestamp", params: [time + 1] };
    await this.#inner.request(set);
    this.#store.append(set);
  }

  async #emit(event: string, payload: unknown): Promise<void> {
    // Its change is appended when the request is done.
    await this.#current.catch(() => {});
    if (this.#isDurable) await this.#synced().catch(() => {});
    this.emit(event, payload);
  }
}

async function settled(request: Promise<unknown>): Promise<Outcome> {
  return (await Promise.allSettled([request]))[0];
}
