import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import { isInProcess } from "../../engine/execution/deployers/simulated-network.js";
import type { RpcBlock } from "../../foundation/chain/rpc-types.js";

/** What a test can change but `evm_revert` does not restore. */
interface Settings {
  readonly impersonated: ReadonlySet<string>;
  readonly automine: boolean;
  /** Milliseconds, or a range; 0 means off. */
  readonly interval: unknown;
}

interface Blocks {
  /** Undefined on chains before London. */
  readonly baseFee: string | undefined;
  readonly coinbase: string;
  readonly gasLimit: string;
  /** Seconds by which the chain's clock is ahead of the machine's. */
  readonly ahead: number;
}

/** Seconds by which two clocks may differ because they are not read at the same moment. */
const TOLERANCE = 10;

interface Block extends RpcBlock {
  readonly transactions: readonly unknown[];
}

type Provider = Pick<NetworkConnection["provider"], "request">;

/**
 * Restores a connection's impersonated accounts and mining mode together with a snapshot, but only for snapshots right
 * after one of our fixtures. A project's own snapshots behave as they do without this plugin.
 */
class Isolation {
  readonly #provider: Provider;
  /** The settings before the first fixture. */
  #start: (Settings & Blocks) | undefined;
  #settings: Settings;
  readonly #snapshots = new Map<string, Settings>();
  #awaitsSnapshot = false;

  constructor({ provider, networkConfig }: NetworkConnection<string>) {
    this.#provider = provider;
    const mining = isInProcess(networkConfig) ? networkConfig.mining : undefined;
    const { auto: automine = true, interval = 0 } = mining ?? {};
    this.#settings = { impersonated: new Set(), automine, interval };
  }

  /** Whether transactions stay pending until the test mines a block. */
  get minesNothing(): boolean {
    const { automine, interval } = this.#settings;
    return !automine && (interval === 0 || interval === undefined);
  }

  isImpersonated(address: string): boolean {
    return this.#settings.impersonated.has(address.toLowerCase());
  }

  awaitSnapshot(): void {
    this.#awaitsSnapshot = true;
  }

  /**
   * Undoes the settings that tests left, before a fixture migrates: mining mode, impersonated accounts, base fee,
   * coinbase, block gas limit, and a clock that was moved without mining a block. All return to what they were before
   * the first fixture.
   */
  async clear(): Promise<void> {
    if (this.#start !== undefined) await this.#apply(this.#start);
    const latest = await this.#block("latest");
    const pending = await this.#block("pending");
    const coinbase = await this.#ask<string>("eth_coinbase");
    const { baseFeePerGas: baseFee, gasLimit } = pending;
    const ahead = Number(pending.timestamp) - seconds();
    this.#start ??= { ...this.#settings, baseFee, coinbase, gasLimit, ahead };
    const start = this.#start;
    const hasOtherLimit = start.gasLimit !== gasLimit;
    if (start.baseFee !== undefined && start.baseFee !== baseFee) {
      await this.#ask("hardhat_setNextBlockBaseFeePerGas", start.baseFee);
    }
    if (start.coinbase !== coinbase) await this.#ask("hardhat_setCoinbase", start.coinbase);
    if (hasOtherLimit) await this.#ask("evm_setBlockGasLimit", start.gasLimit);
    // Blocks mined in the meantime stay, so time continues from there.
    const next = Math.max(Number(latest.timestamp) + 1, seconds() + start.ahead);
    if (Number(pending.timestamp) > next + TOLERANCE) {
      await this.#ask("evm_setNextBlockTimestamp", `0x${next.toString(16)}`);
    }
    // Mine what is pending: a fixture that finds a base sends nothing itself, and in any other fixture the first
    // transaction would mine it. Set the base fee first, because it decides which transactions can be mined. The latest
    // block says how many founders fit in a transaction, so it has to have the limit of those to come.
    if (hasOtherLimit || (await this.#block("pending")).transactions.length > 0) {
      await this.#ask("evm_mine");
    }
  }

  async record({ method, params }: JsonRpcRequest, result: unknown): Promise<void> {
    const [first] = Array.isArray(params) ? (params as unknown[]) : [];
    switch (method) {
      case "hardhat_impersonateAccount":
      case "hardhat_stopImpersonatingAccount": {
        const impersonated = new Set(this.#settings.impersonated);
        if (method === "hardhat_impersonateAccount") impersonated.add(String(first).toLowerCase());
        else impersonated.delete(String(first).toLowerCase());
        this.#settings = { ...this.#settings, impersonated };
        break;
      }
      case "evm_setAutomine":
        this.#settings = { ...this.#settings, automine: first === true };
        break;
      case "evm_setIntervalMining":
        this.#settings = { ...this.#settings, interval: first };
        break;
      case "evm_snapshot":
        if (this.#awaitsSnapshot) this.#snapshots.set(String(result), this.#settings);
        this.#awaitsSnapshot = false;
        break;
      case "evm_revert":
        if (result === true) await this.#restore(String(first));
        break;
    }
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
    const before = this.#settings;
    for (const address of before.impersonated) {
      if (impersonated.has(address)) continue;
      await this.#ask("hardhat_stopImpersonatingAccount", address);
    }
    for (const address of impersonated) {
      if (before.impersonated.has(address)) continue;
      await this.#ask("hardhat_impersonateAccount", address);
    }
    if (before.automine !== automine) await this.#ask("evm_setAutomine", automine);
    if (before.interval !== interval) await this.#ask("evm_setIntervalMining", interval);
  }

  async #block(tag: string): Promise<Block> {
    return await this.#ask("eth_getBlockByNumber", tag, false);
  }

  async #ask<Answer = unknown>(method: string, ...params: unknown[]): Promise<Answer> {
    return (await this.#provider.request({ method, params })) as Answer;
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

const isolations = new WeakMap<object, Isolation>();

/** Starts watching a connection to a simulated network; ignores other connections. */
export function isolate(connection: NetworkConnection<string>): void {
  if (!isInProcess(connection.networkConfig)) return;
  isolations.set(connection, new Isolation(connection));
}

export function isolationOf(connection: object): Isolation | undefined {
  return isolations.get(connection);
}

/** Forwards a request and records the settings that it changed. */
export async function watchRequest(
  connection: object,
  request: JsonRpcRequest,
  pass: () => Promise<JsonRpcResponse>,
): Promise<JsonRpcResponse> {
  const response = await pass();
  if ("result" in response) await isolations.get(connection)?.record(request, response.result);
  return response;
}
