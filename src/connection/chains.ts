import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import { Filters, FILTER_METHODS, resultOf } from "./filters.js";

type Connection = NetworkConnection<string>;

/** Chains behind one connection; each takes some 11 MB with a DAO. */
const MAX_CHAINS = 8;

/** Of each chain after the first, snapshots and filters are higher by this: none makes as many. */
const SPAN = 2 ** 32;

/** What leaves a chain as it was. Other methods change it, or may. */
const READS =
  /^(eth_(accounts|blockNumber|call|chainId|coinbase|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|new\w*Filter|pendingTransactions|sign\w*|subscribe|syncing|uninstallFilter|unsubscribe)|net_\w+|web3_\w+|debug_trace\w+|hardhat_(metadata|getAutomine|setLoggingEnabled)|evm_snapshot)$/;

/**
 * Chains that take turns at answering one connection's requests, so that fixtures stay made while others are
 * loaded: snapshots of one chain are a line, and going back to one removes all later ones. The first chain is the
 * connection's own. The others are opened from the same configuration, so they are in the state in which it began.
 *
 * The ids of snapshots and filters say which chain they are of. Going back to a snapshot of another chain makes that
 * one answer. Filters and subscriptions are the connection's: they follow to the chain that answers.
 */
export class Chains {
  readonly #connections: Connection[];
  readonly #openTwin: () => Promise<Connection>;
  readonly #filters: Filters;
  /** Requests that are made here are for a chain as they are. */
  readonly #own = new WeakSet<object>();
  /** Snapshots of the state before the first fixture that are not the fixtures' own. */
  readonly #early = new Set<unknown>();
  #answering = 0;
  #untouched: boolean;
  #begun = false;
  #logging: readonly unknown[] | undefined;

  /** @param openTwin opens another connection with the same configuration */
  constructor(connection: Connection, openTwin: () => Promise<Connection>) {
    this.#connections = [connection];
    this.#openTwin = openTwin;
    this.#untouched = beginsAlike(connection);
    this.#filters = new Filters(
      connection.provider,
      async (chain, method, params) => await this.#ask(chain, method, params),
      idOf,
    );
  }

  /**
   * Says that the first fixture is made now. Another call says that the state before it was lost: what there is
   * now has no twin.
   */
  begin(): void {
    if (this.#begun) this.#untouched = false;
    this.#begun = true;
  }

  /**
   * Whether fixtures can have chains of their own: nothing had changed the first chain before the first fixture, and
   * nobody went back to that time since to change it then.
   */
  get haveTwins(): boolean {
    return this.#begun && this.#untouched;
  }

  /**
   * Opens another chain, which answers from now on.
   * @returns its number; undefined if there can be no other, or there are enough
   */
  async open(): Promise<number | undefined> {
    if (!this.haveTwins || this.#connections.length >= MAX_CHAINS) return undefined;
    const twin = await this.#openTwin();
    const chain = this.#connections.push(twin) - 1;
    this.#filters.listenTo(twin.provider, chain);
    if (this.#logging !== undefined) {
      await this.#ask(chain, "hardhat_setLoggingEnabled", this.#logging);
    }
    await this.use(chain);
    return chain;
  }

  /** Makes a chain answer; 0 is the connection's own. */
  async use(chain: number): Promise<void> {
    if (chain === this.#answering) return;
    await this.#filters.moveTo(chain);
    this.#answering = chain;
  }

  /** The connection whose chain answers. */
  get answering(): Connection {
    return this.#connections[this.#answering]!;
  }

  /**
   * Has the right chain answer a request.
   * @param pass gives it to the connection's own chain, as it is
   */
  async answer(
    request: JsonRpcRequest,
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const { method, params } = request;
    if (params !== undefined && this.#own.has(params)) return await pass();
    if (!this.#begun && this.#untouched) this.#untouched = READS.test(method);
    const given = Array.isArray(params) ? (params as unknown[]) : [];
    if (method === "evm_revert") return await this.#revert(request, given, pass);
    if (method === "hardhat_setLoggingEnabled") return await this.#log(given, pass);
    if (FILTER_METHODS.has(method)) {
      return await this.#filters.answer(request, given, this.#answering, pass);
    }
    // All chains have the same version, and Hardhat adds its own to the answer, once.
    if (this.#answering === 0 || method === "web3_clientVersion") {
      const response = await pass();
      if (method === "evm_snapshot" && !this.#begun && "result" in response) {
        this.#early.add(response.result);
      }
      return response;
    }
    const { provider } = this.answering;
    const result: unknown = await provider.request(
      params === undefined ? { method } : { method, params },
    );
    return resultOf(request, method === "evm_snapshot" ? idOf(result, this.#answering) : result);
  }

  async close(): Promise<void> {
    for (const twin of this.#connections.splice(1)) await twin.close();
    this.#answering = 0;
    this.#untouched = false;
  }

  async #revert(
    request: JsonRpcRequest,
    params: readonly unknown[],
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const [id] = params;
    const { chain, own } = partsOf(id);
    if (chain > 0 && chain < this.#connections.length) {
      const reverted = await this.#ask(chain, "evm_revert", [own]);
      if (reverted === true) await this.use(chain);
      return resultOf(request, reverted);
    }
    const before = this.#answering;
    // What is restored with the snapshot is asked for through the connection, too.
    await this.use(0);
    let reverted = false;
    try {
      const response = await pass();
      reverted = "result" in response && response.result === true;
      if (reverted && this.#begun && this.#early.has(id)) this.#untouched = false;
      return response;
    } finally {
      if (!reverted) await this.use(before);
    }
  }

  /** Whether requests are logged is the same on all chains. */
  async #log(
    params: readonly unknown[],
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const response = await pass();
    this.#logging = params;
    for (const chain of [...this.#connections.keys()].slice(1)) {
      await this.#ask(chain, "hardhat_setLoggingEnabled", params);
    }
    return response;
  }

  async #ask(chain: number, method: string, given: readonly unknown[]): Promise<unknown> {
    const params = [...given];
    this.#own.add(params);
    return await this.#connections[chain]!.provider.request({ method, params });
  }
}

/** Whether another chain of its configuration begins in the same state, and stays in it until it is used. */
function beginsAlike({ networkConfig }: Connection): boolean {
  if (networkConfig.type !== "edr-simulated") return false;
  const { forking, mining } = networkConfig;
  return forking?.enabled !== true && mining.auto && mining.interval === 0;
}

/** What users see of a chain's own id. */
function idOf(own: unknown, chain: number): string {
  return `0x${(Number(own) + chain * SPAN).toString(16)}`;
}

function partsOf(id: unknown): { readonly chain: number; readonly own: string } {
  const number = typeof id === "string" && id.startsWith("0x") ? Number(id) : 0;
  const chain = Number.isSafeInteger(number) ? Math.floor(number / SPAN) : 0;
  return { chain, own: `0x${(number - chain * SPAN).toString(16)}` };
}

const chainsOf = new WeakMap<object, Chains>();

/** Lets a connection to a simulated network have several chains; others are ignored. */
export function watchChains(connection: Connection, openTwin: () => Promise<Connection>): void {
  if (connection.networkConfig.type !== "edr-simulated") return;
  chainsOf.set(connection, new Chains(connection, openTwin));
}

/** Undefined if a connection is not watched. */
export function chainsBehind(connection: object): Chains | undefined {
  return chainsOf.get(connection);
}

/** The connection whose chain answers a connection's requests: itself, unless it is watched. */
export function answeringFor(connection: object): object {
  return chainsOf.get(connection)?.answering ?? connection;
}

/** Has the right one of a connection's chains answer a request. */
export async function answerFromChain(
  connection: object,
  request: JsonRpcRequest,
  pass: () => Promise<JsonRpcResponse>,
): Promise<JsonRpcResponse> {
  return (await chainsOf.get(connection)?.answer(request, pass)) ?? (await pass());
}

/** Closes the chains that a connection has beside its own. */
export async function closeChains(connection: object): Promise<void> {
  await chainsOf.get(connection)?.close();
}
