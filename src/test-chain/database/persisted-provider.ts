import { EventEmitter } from "node:events";

import type { EthereumProvider, RequestArguments } from "hardhat/types/providers";

import { MigrationError } from "../../support/errors.js";
import type { ServedProvider } from "../options.js";
import type { Change } from "./entries.js";
import { headOf, offsetOf, timeOf, type Head } from "./head.js";
import { intervalOf, IntervalMiner } from "./interval.js";
import { kindOf, SET_INTERVAL } from "./methods.js";
import type { Snapshots } from "./snapshots.js";
import type { ChainStore } from "./store.js";

/** JSON-RPC's code for parameters that do not fit, and the one for a method that there is not. */
const INVALID_PARAMS = -32602;
const NOT_SUPPORTED = -32004;

/** Requests without a block that move the chain's clock. */
const MOVES_CLOCK = new Set(["evm_increaseTime", "evm_revert"]);

/** Where a chain is, beside what it can be asked for. */
export interface ChainState {
  readonly head: Head;
  /** By how many seconds the chain's clock is ahead of the machine's. */
  readonly clock: number;
  readonly snapshots: Snapshots;
}

/** What a request came to. */
type Outcome = { readonly result: unknown } | { readonly error: unknown };

/**
 * A provider that keeps what changes the chain. Such requests are made one after the other, and
 * nothing at all is answered before everything that it may rest on is on the disk.
 */
export class PersistedProvider extends EventEmitter implements ServedProvider {
  readonly #inner: EthereumProvider;
  readonly #store: ChainStore;
  readonly #miner = new IntervalMiner(() => this.#enqueue({ method: "evm_mine" }));
  readonly #snapshots: Snapshots;
  #head: Head;
  #clock: number;
  #queue: Promise<unknown> = Promise.resolve();
  /** The change that the chain works on, or the last one. */
  #current: Promise<unknown> = Promise.resolve();
  #isDurable = false;

  /** @param state what the chain has come to so far */
  constructor(inner: EthereumProvider, store: ChainStore, state: ChainState) {
    super();
    // Each WebSocket listens.
    this.setMaxListeners(0);
    this.#inner = inner;
    this.#store = store;
    this.#head = state.head;
    this.#clock = state.clock;
    this.#snapshots = state.snapshots;
    for (const event of ["notification", "message"]) {
      inner.on(event, (payload: unknown) => void this.#tell(event, payload));
    }
  }

  /** From now on nothing is answered before it is on the disk; until then nobody waits. */
  beDurable(): void {
    this.#isDurable = true;
  }

  async request(request: RequestArguments): Promise<unknown> {
    const { method } = request;
    let outcome: Outcome;
    switch (kindOf(method)) {
      case "read":
        outcome = await settle(this.#inner.request(request));
        // It may have seen a change that is made and not kept yet.
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
          `${method} is not known to the database, so what it does could not be restored. ` +
            "Run the test chain without a database folder to use it.",
        );
    }
    if (this.#isDurable) await this.#store.synced();
    if ("error" in outcome) throw outcome.error;
    return outcome.result;
  }

  /** Mines by the clock as it did; for a chain that goes on. */
  resumeInterval(params: readonly unknown[]): void {
    this.#miner.set(intervalOf(params) ?? 0);
  }

  /** Stops mining by the clock, and waits for what is being done. */
  async close(): Promise<void> {
    this.#miner.set(0);
    await this.#queue;
    this.removeAllListeners();
  }

  async #enqueue(request: RequestArguments): Promise<Outcome> {
    const made = this.#queue.then(async () => {
      const change = this.#change(request);
      this.#current = change;
      return await change;
    });
    this.#queue = made.catch(() => {});
    return await made;
  }

  async #change({ method, params }: RequestArguments): Promise<Outcome> {
    // After a failure to write, the chain must not go on without its record.
    this.#store.checkWritable();
    // Hardhat fills in what is left out (gas, fees, sender), and those are then replayed as well.
    const filled = structuredClone((params ?? []) as unknown[]);
    const request = { method, params: filled };
    const outcome = await settle(this.#snapshots.request(this.#inner, request));
    const before = this.#head;
    const clockBefore = this.#clock;
    const head = (this.#head = await headOf(this.#inner));
    const moved = head.hash !== before.hash;
    const failed = "error" in outcome;
    if (failed && !moved) return outcome;
    if (moved || MOVES_CLOCK.has(method)) this.#clock = await offsetOf(this.#inner);
    this.#store.append({
      kind: "change",
      method,
      params: filled,
      ...(failed && { failed }),
      ...(head.number > before.number && {
        time: head.number === before.number + 1 ? head.time : await this.#timeAfter(before),
      }),
      ...(moved && { head: [head.number, head.hash] }),
      ...(this.#clock !== clockBefore && { clock: this.#clock }),
    } satisfies Change);
    return outcome;
  }

  async #timeAfter({ number }: Head): Promise<number> {
    return await timeOf(this.#inner, number + 1);
  }

  async #setInterval({ params }: RequestArguments): Promise<Outcome> {
    const given = (params ?? []) as unknown[];
    const interval = intervalOf(given);
    if (interval === undefined) {
      return {
        error: rpcError(
          INVALID_PARAMS,
          `${SET_INTERVAL} wants one number of milliseconds, or a list of two: the least and the most.`,
        ),
      };
    }
    // Behind what was asked before, so that a replay finds them in the same order.
    await (this.#queue = this.#queue.then(() => {
      this.#store.append({ kind: "change", method: SET_INTERVAL, params: given });
      this.#miner.set(interval);
    }));
    return { result: true };
  }

  async #tell(event: string, payload: unknown): Promise<void> {
    // The change that it tells of is appended when its request is done.
    await this.#current.catch(() => {});
    if (this.#isDurable) await this.#store.synced().catch(() => {});
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
