import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import { kindOf } from "../../foundation/chain/simulated-methods.js";

type Connection = NetworkConnection<string>;

/** Methods whose first parameter, or result, is a filter's or subscription's id. */
const FILTER_METHODS = /^eth_(new\w*Filter|getFilter\w+|uninstallFilter|(un)?subscribe)$/;

/** The most chains behind one connection. Each takes some 11 MB with a DAO. */
const MAX_CHAINS = 8;

/** Offset between the ids that users see of two chains' snapshots and filters. No chain makes this many. */
const SPAN = 2 ** 32;

/**
 * Several chains behind one connection, so that one fixture survives while another is loaded: on a single chain,
 * reverting to a snapshot removes all later snapshots. The first chain is the connection's own. The others are opened
 * with the same configuration, so they start in the same state. One chain at a time answers requests.
 *
 * The id of a snapshot or filter tells which chain it belongs to. Reverting to a snapshot makes its chain the one that
 * answers. A filter or subscription stays with the chain on which it was made.
 */
export class Chains {
  readonly #connections: Connection[];
  readonly #openTwin: () => Promise<Connection>;
  /** Parameters of requests made here. They go straight to a chain. */
  readonly #own = new WeakSet<object>();
  /** Snapshots that users took before the first fixture. */
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
  }

  /**
   * Marks the start of the first fixture. A second call means that the state before it was lost, so a new chain would
   * no longer start in the same state.
   */
  begin(): void {
    if (this.#begun) this.#untouched = false;
    this.#begun = true;
  }

  /**
   * Whether fixtures can have chains of their own: the first chain was unchanged before the first fixture, and nobody
   * has since gone back to before that fixture and changed something.
   */
  get haveTwins(): boolean {
    return this.#begun && this.#untouched;
  }

  /**
   * Opens another chain, which answers from now on.
   * @returns its number; undefined if no further chain is possible or allowed
   */
  async open(): Promise<number | undefined> {
    if (!this.haveTwins || this.#connections.length >= MAX_CHAINS) return undefined;
    const twin = await this.#openTwin();
    const chain = this.#connections.push(twin) - 1;
    this.#forward(twin, chain);
    if (this.#logging !== undefined) {
      await this.#ask(chain, "hardhat_setLoggingEnabled", this.#logging);
    }
    this.use(chain);
    return chain;
  }

  /** Passes notifications of another chain to the connection's listeners. */
  #forward({ provider }: Connection, chain: number): void {
    const own = this.#connections[0]!.provider;
    provider.on("notification", (event: { subscription: unknown }) => {
      own.emit("notification", { ...event, subscription: idOf(event.subscription, chain) });
    });
    provider.on("message", (event: { data: { subscription: unknown } }) => {
      const data = { ...event.data, subscription: idOf(event.data.subscription, chain) };
      own.emit("message", { ...event, data });
    });
  }

  /** Switches to another chain; 0 is the connection's own. */
  use(chain: number): void {
    this.#answering = chain;
  }

  /** The connection to the chain that answers requests. */
  get answering(): Connection {
    return this.#connections[this.#answering]!;
  }

  /**
   * Sends a request to the right chain.
   * @param pass sends the request unchanged to the connection's own chain
   */
  async answer(
    request: JsonRpcRequest,
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const { method, params } = request;
    if (params !== undefined && this.#own.has(params)) return await pass();
    if (!this.#begun && this.#untouched) this.#untouched = !changes(method);
    const given = Array.isArray(params) ? (params as unknown[]) : [];
    if (method === "evm_revert") return await this.#revert(request, given, pass);
    if (method === "hardhat_setLoggingEnabled") return await this.#log(given, pass);
    if (FILTER_METHODS.test(method)) return await this.#filter(request, given, pass);
    // All chains have the same version, and Hardhat must append its own only once.
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
      if (reverted === true) this.use(chain);
      return resultOf(request, reverted);
    }
    const before = this.#answering;
    // Switch first: requests that restore settings with the snapshot also go through the connection.
    this.use(0);
    let reverted = false;
    try {
      const response = await pass();
      reverted = "result" in response && response.result === true;
      if (reverted && this.#begun && this.#early.has(id)) this.#untouched = false;
      return response;
    } finally {
      if (!reverted) this.use(before);
    }
  }

  /** A new filter is made on the chain that answers; others are on the chain that their ids tell. */
  async #filter(
    request: JsonRpcRequest,
    params: readonly unknown[],
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const isNew = /^eth_(new|sub)/.test(request.method);
    const { chain, own } = isNew ? { chain: this.#answering, own: undefined } : partsOf(params[0]);
    if (chain === 0 || chain >= this.#connections.length) return await pass();
    const result = await this.#ask(chain, request.method, isNew ? params : [own]);
    return resultOf(request, isNew ? idOf(result, chain) : result);
  }

  /** Logging is on or off for all chains alike. */
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

/** Whether another chain with the same configuration starts in the same state, and keeps it until it is used. */
function beginsAlike({ networkConfig }: Connection): boolean {
  if (networkConfig.type !== "edr-simulated") return false;
  const { forking, mining } = networkConfig;
  return forking?.enabled !== true && mining.auto && mining.interval === 0;
}

/** Whether a request may change a chain. A snapshot itself does not. */
function changes(method: string): boolean {
  return kindOf(method) !== "read" && method !== "evm_snapshot";
}

function resultOf({ id }: JsonRpcRequest, result: unknown): JsonRpcResponse {
  return { jsonrpc: "2.0", id, result };
}

/** The id that users see instead of a chain's own. */
function idOf(own: unknown, chain: number): string {
  return `0x${(Number(own) + chain * SPAN).toString(16)}`;
}

function partsOf(id: unknown): { readonly chain: number; readonly own: string } {
  const number = typeof id === "string" && id.startsWith("0x") ? Number(id) : 0;
  const chain = Number.isSafeInteger(number) ? Math.floor(number / SPAN) : 0;
  return { chain, own: `0x${(number - chain * SPAN).toString(16)}` };
}

const chainsOf = new WeakMap<object, Chains>();

/** Lets a connection to a simulated network have several chains; ignores other connections. */
export function watchChains(connection: Connection, openTwin: () => Promise<Connection>): void {
  if (connection.networkConfig.type !== "edr-simulated") return;
  chainsOf.set(connection, new Chains(connection, openTwin));
}

/** Undefined if a connection is not watched. */
export function chainsBehind(connection: object): Chains | undefined {
  return chainsOf.get(connection);
}
