import { EventEmitter } from "node:events";

import type { EthereumProvider, RequestArguments } from "hardhat/types/providers";

import { MigrationError } from "../../support/errors.js";
import type { ServedProvider } from "../options.js";
import { kindOf, SET_INTERVAL } from "../../chain/simulated-methods.js";
import {
  blockAt,
  headOf,
  offsetOf,
  type Change,
  type Head,
  type Mined,
  type Standing,
} from "./change.js";
import { intervalOf, IntervalMiner } from "./interval.js";
import { snapshotNumber, type Snapshots } from "./snapshots.js";
import type { ChainStore } from "./store.js";

/** JSON-RPC codes for invalid parameters and for unsupported methods. */
const INVALID_PARAMS = -32602;
const NOT_SUPPORTED = -32004;

/** Requests that change the chain's clock without mining a block. */
const MOVES_CLOCK = new Set(["evm_increaseTime", "evm_revert"]);
/** Requests that may have to mine several blocks until a transaction is included. */
const SENDS = new Set(["eth_sendTransaction", "eth_sendRawTransaction"]);
/** Requests that can mine. */
const MINES = new Set([...SENDS, "evm_mine", "hardhat_mine"]);

/** How many changes are committed together at most, while more of them are queued. */
const GROUP = 32;

/** State of a chain that cannot be read from it later. */
export interface ChainState {
  readonly head: Head;
  /** How many seconds the chain's clock is ahead of the machine's. */
  readonly clock: number;
  readonly snapshots: Snapshots;
}

/** The outcome of a request. */
type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * A provider that persists every request that changes the chain. It runs such requests one after the other, and answers
 * a request only when everything that its answer may depend on is on the disk.
 */
export class PersistedProvider extends EventEmitter implements ServedProvider {
  readonly #inner: EthereumProvider;
  readonly #store: ChainStore;
  readonly #miner = new IntervalMiner(() => this.#enqueue({ method: "evm_mine" }));
  readonly #snapshots: Snapshots;
  #head: Head;
  #clock: number;
  #queue: Promise<unknown> = Promise.resolve();
  /** The running change, or the last one. */
  #current: Promise<unknown> = Promise.resolve();
  /** How many changes are queued. */
  #queued = 0;
  /** The next commit. */
  #commit: Promise<void> | undefined;
  #isDurable = false;

  /** @param state the state of the chain so far */
  constructor(inner: EthereumProvider, store: ChainStore, state: ChainState) {
    super();
    // Each WebSocket adds a listener.
    this.setMaxListeners(0);
    this.#inner = inner;
    this.#store = store;
    this.#head = state.head;
    this.#clock = state.clock;
    this.#snapshots = state.snapshots;
    for (const event of ["notification", "message"]) {
      inner.on(event, (payload: unknown) => void this.#emit(event, payload));
    }
  }

  /** From now on, answers wait for the disk, which is unnecessary during the migration. */
  makeDurable(): void {
    this.#isDurable = true;
  }

  async request(request: RequestArguments): Promise<unknown> {
    const { method } = request;
    let outcome: Outcome;
    switch (kindOf(method)) {
      case "read":
        outcome = await settle(this.#inner.request(request));
        // The answer may depend on a change that is not persisted yet.
        await this.#current.catch(() => {});
        break;
      case "change":
        outcome = await this.#enqueue(request);
        break;
      case "interval":
        outcome = await this.#setInterval(request);
        break;
      case "unknown":
        throw rpcError(
          NOT_SUPPORTED,
          `${method} is not supported with a database folder, because it could not be replayed. ` +
            "To use it, run the test chain without --db.",
        );
    }
    if (this.#isDurable) await this.#synced();
    if ("error" in outcome) throw outcome.error;
    return outcome.result;
  }

  /** Mines at the interval of the resumed chain. */
  resumeInterval(params: readonly unknown[]): void {
    this.#miner.set(intervalOf(params) ?? 0);
  }

  /** Stops interval mining and waits for running requests. */
  async close(): Promise<void> {
    this.#miner.set(0);
    await this.#queue;
    this.removeAllListeners();
  }

  /** Resolves when all changes so far are on the disk. */
  async #synced(): Promise<void> {
    this.#commit ??= this.#gathered().then(() => {
      // Changes appended from now on wait for the next commit.
      this.#commit = undefined;
      this.#store.commit();
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
    const outcome = await settle(this.#snapshots.request(this.#inner, { method, params: filled }));
    const before = this.#head;
    const head = (this.#head = await headOf(this.#inner));
    const moved = head.hash !== before.hash;
    const failed = "error" in outcome;
    if (failed && !moved) return outcome;
    if (moved || MOVES_CLOCK.has(method)) this.#clock = await offsetOf(this.#inner);
    if (method === "evm_revert") {
      const reverted = snapshotNumber(filled[0]);
      const isDone = "result" in outcome && outcome.result === true;
      if (isDone && reverted !== undefined) this.#store.append({ reverted }, this.#standing);
      return outcome;
    }
    const isSnapshot = method === "evm_snapshot";
    const change: Change = {
      ...{ method, params: filled },
      failed: failed || undefined,
      ...(isSnapshot && { snapshot: this.#snapshots.taken, clock: this.#clock }),
      mined: head.number > before.number ? await this.#mined(method, before, head) : undefined,
    };
    this.#store.append(change, this.#standing);
    return outcome;
  }

  get #standing(): Standing {
    return { clock: this.#clock, snapshots: this.#snapshots.taken };
  }

  async #mined(method: string, before: Head, { number, hash, time }: Head): Promise<Mined> {
    const first = before.number + 1;
    if (number === first) return { time, number, hash };
    const count = SENDS.has(method) ? number - before.number : 1;
    const times = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        return (await blockAt(this.#inner, first + index))!.time;
      }),
    );
    return { time: times[0]!, times: count > 1 ? times : undefined, number, hash };
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
    this.#store.append(set, this.#standing);
  }

  async #setInterval({ params }: RequestArguments): Promise<Outcome> {
    const given = (params ?? []) as unknown[];
    const interval = intervalOf(given);
    if (interval === undefined) {
      return {
        error: rpcError(
          INVALID_PARAMS,
          `${SET_INTERVAL} needs a number of milliseconds, or an array with the smallest and the largest.`,
        ),
      };
    }
    // Queued, so that a replay uses the same order.
    await (this.#queue = this.#queue.then(() => {
      this.#store.append({ method: SET_INTERVAL, params: given }, this.#standing);
      this.#miner.set(interval);
    }));
    return { result: true };
  }

  async #emit(event: string, payload: unknown): Promise<void> {
    // Its change is appended when the request is done.
    await this.#current.catch(() => {});
    if (this.#isDurable) await this.#synced().catch(() => {});
    this.emit(event, payload);
  }
}

async function settle(request: Promise<unknown>): Promise<Outcome> {
  return await request.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

function rpcError(code: number, message: string): Error {
  return Object.assign(new MigrationError(message), { code });
}
