import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import { answeringFor } from "./chains.js";

/** What a test can change but `evm_revert` does not restore. */
interface Settings {
  readonly impersonated: ReadonlySet<string>;
  readonly automine: boolean;
  /** Milliseconds, or a range; 0 means off. */
  readonly interval: unknown;
}

/** Settings of the next block. */
interface Blocks {
  /** Undefined on chains before London. */
  readonly baseFee: string | undefined;
  readonly coinbase: string;
  readonly gasLimit: string;
  /** Seconds by which the chain's clock is ahead of the machine's. */
  readonly ahead: number;
}

interface RpcBlock {
  readonly timestamp: string;
  readonly gasLimit: string;
  readonly baseFeePerGas?: string;
  readonly transactions: readonly unknown[];
}

/** Seconds by which two clocks may differ because they are not read at the same moment. */
const TOLERANCE = 10;

type Provider = Pick<NetworkConnection["provider"], "request">;

const WATCHED: ReadonlySet<string> = new Set([
  "hardhat_impersonateAccount",
  "hardhat_stopImpersonatingAccount",
  "evm_setAutomine",
  "evm_setIntervalMining",
  "evm_snapshot",
  "evm_revert",
]);

/**
 * Restores a connection's impersonated accounts and mining mode together with a snapshot, but only for snapshots right
 * after one of our fixtures. A project's own snapshots behave as they do without this plugin.
 */
class Isolation {
  readonly #provider: Provider;
  /** The settings before the first fixture. */
  #start: (Settings & Blocks) | undefined;
  readonly #snapshots = new Map<string, Settings>();
  readonly #impersonated = new Set<string>();
  #automine: boolean;
  #interval: unknown;
  #awaitsSnapshot = false;

  constructor({ provider, networkConfig }: NetworkConnection<string>) {
    this.#provider = provider;
    const mining = networkConfig.type === "edr-simulated" ? networkConfig.mining : undefined;
    this.#automine = mining?.auto ?? true;
    this.#interval = mining?.interval ?? 0;
  }

  get minesNothing(): boolean {
    return !this.#automine && (this.#interval === 0 || this.#interval === undefined);
  }

  async clear(): Promise<void> {
    if (this.#start !== undefined) await this.#apply(this.#start);
    const latest = await this.#block("latest");
    const pending = await this.#block("pending");
    const coinbase = String(await this.#provider.request({ method: "eth_coinbase", params: [] }));
    const { baseFeePerGas: baseFee, gasLimit } = pending;
    const ahead = Number(pending.timestamp) - seconds();
    this.#start ??= { ...this.#settings(), baseFee, coinbase, gasLimit, ahead };
    const start = this.#start;
    if (start.baseFee !== undefined && start.baseFee !== baseFee) {
      await this.#request("hardhat_setNextBlockBaseFeePerGas", start.baseFee);
    }
    if (start.coinbase !== coinbase) await this.#request("hardhat_setCoinbase", start.coinbase);
    if (start.gasLimit !== gasLimit) await this.#request("evm_setBlockGasLimit", start.gasLimit);
    // Blocks mined in the meantime stay, so time continues from there.
    const next = Math.max(Number(latest.timestamp) + 1, seconds() + start.ahead);
    if (Number(pending.timestamp) > next + TOLERANCE) {
      await this.#request("evm_setNextBlockTimestamp", `0x${next.toString(16)}`);
    }
    // Mine what is pending: a fixture that finds a base sends nothing itself, and in any other fixture the first
    // transaction would mine it. Set the base fee first, because it decides which transactions can be mined.
    if ((await this.#block("pending")).transactions.length > 0) {
      await this.#provider.request({ method: "evm_mine", params: [] });
    }
  }

  async #block(tag: string): Promise<RpcBlock> {
    const request = { method: "eth_getBlockByNumber", params: [tag, false] };
    return (await this.#provider.request(request)) as RpcBlock;
  }

  #settings(): Settings {
    return {
      impersonated: new Set(this.#impersonated),
      automine: this.#automine,
      interval: this.#interval,
    };
  }

  awaitSnapshot(): void {
    this.#awaitsSnapshot = true;
  }

  isImpersonated(address: string): boolean {
    return this.#impersonated.has(address.toLowerCase());
  }

  async note({ method, params }: JsonRpcRequest, result: unknown): Promise<void> {
    const [first] = Array.isArray(params) ? (params as unknown[]) : [];
    switch (method) {
      case "hardhat_impersonateAccount":
        this.#impersonated.add(String(first).toLowerCase());
        break;
      case "hardhat_stopImpersonatingAccount":
        this.#impersonated.delete(String(first).toLowerCase());
        break;
      case "evm_setAutomine":
        this.#automine = first === true;
        break;
      case "evm_setIntervalMining":
        this.#interval = first;
        break;
      case "evm_snapshot":
        this.#keep(String(result));
        break;
      case "evm_revert":
        if (result === true) await this.#restore(String(first));
        break;
    }
  }

  #keep(id: string): void {
    if (!this.#awaitsSnapshot) return;
    this.#awaitsSnapshot = false;
    this.#snapshots.set(id, this.#settings());
  }

  async #restore(id: string): Promise<void> {
    const settings = this.#snapshots.get(id);
    if (settings === undefined) return;
    // Reverting to a snapshot removes it and all later ones.
    for (const other of this.#snapshots.keys()) {
      if (Number(other) >= Number(id)) this.#snapshots.delete(other);
    }
    await this.#apply(settings);
    // To restore the same state again, the caller takes a new snapshot now.
    this.#awaitsSnapshot = true;
  }

  async #apply({ impersonated, automine, interval }: Settings): Promise<void> {
    for (const address of this.#impersonated) {
      if (!impersonated.has(address)) {
        await this.#request("hardhat_stopImpersonatingAccount", address);
      }
    }
    for (const address of impersonated) {
      if (!this.#impersonated.has(address)) {
        await this.#request("hardhat_impersonateAccount", address);
      }
    }
    if (this.#automine !== automine) await this.#request("evm_setAutomine", automine);
    if (this.#interval !== interval) await this.#request("evm_setIntervalMining", interval);
  }

  async #request(method: string, parameter: unknown): Promise<void> {
    await this.#provider.request({ method, params: [parameter] });
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

const isolations = new WeakMap<object, Isolation>();

/** Starts watching a connection to a simulated network; ignores other connections. */
export function isolate(connection: NetworkConnection<string>): void {
  if (connection.networkConfig.type !== "edr-simulated") return;
  isolations.set(connection, new Isolation(connection));
}

/** The isolation of the chain that answers a connection's requests. */
function isolationOf(connection: object): Isolation | undefined {
  return isolations.get(answeringFor(connection));
}

/** Marks the next snapshot of a connection as a fixture's. */
export function awaitSnapshot(connection: object): void {
  isolationOf(connection)?.awaitSnapshot();
}

/**
 * Undoes the settings that tests left, before a fixture migrates: mining mode, impersonated accounts, base fee,
 * coinbase, block gas limit, and a clock that was moved without mining a block. All return to what they were before the
 * first fixture.
 */
export async function clearSettings(connection: object): Promise<void> {
  await isolationOf(connection)?.clear();
}

/** Whether transactions stay pending until the test mines a block. */
export function minesNothing(connection: object): boolean {
  return isolationOf(connection)?.minesNothing ?? false;
}

/** Whether an account is impersonated; false if the connection is not watched. */
export function isImpersonated(connection: object, address: string): boolean {
  return isolationOf(connection)?.isImpersonated(address) ?? false;
}

/** Forwards a request and records the settings that it changed. */
export async function watchRequest(
  connection: object,
  request: JsonRpcRequest,
  pass: () => Promise<JsonRpcResponse>,
): Promise<JsonRpcResponse> {
  const isolation = WATCHED.has(request.method) ? isolations.get(connection) : undefined;
  const response = await pass();
  if (isolation !== undefined && "result" in response) {
    await isolation.note(request, response.result);
  }
  return response;
}
