import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

type Provider = NetworkConnection["provider"];

/** Methods that create filters and subscriptions, each with the method that removes them. */
const REMOVALS: Readonly<Record<string, string>> = {
  eth_newFilter: "eth_uninstallFilter",
  eth_newBlockFilter: "eth_uninstallFilter",
  eth_newPendingTransactionFilter: "eth_uninstallFilter",
  eth_subscribe: "eth_unsubscribe",
};
const CHANGES = "eth_getFilterChanges";

/** Methods that {@link Filters} answers. */
export const FILTER_METHODS: ReadonlySet<string> = new Set([
  ...Object.entries(REMOVALS).flat(),
  ...[CHANGES, "eth_getFilterLogs"],
]);

export function resultOf({ id }: JsonRpcRequest, result: unknown): JsonRpcResponse {
  return { jsonrpc: "2.0", id, result };
}

interface Filter {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Its id on the chain. */
  own: unknown;
  /** Changes that it collected on earlier chains and nobody has fetched yet. */
  seen: readonly unknown[];
}

/** The filters and subscriptions of a connection. They follow it from chain to chain. */
export class Filters {
  readonly #provider: Provider;
  readonly #ask: (chain: number, method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly #idOf: (own: unknown, chain: number) => string;
  /** By the id that users see. */
  readonly #filters = new Map<unknown, Filter>();
  #chain = 0;

  /**
   * @param provider the connection's provider, whose listeners receive the notifications
   * @param ask sends a request to a chain
   * @param idOf the id that users see instead of a chain's own
   */
  constructor(
    provider: Provider,
    ask: (chain: number, method: string, params: readonly unknown[]) => Promise<unknown>,
    idOf: (own: unknown, chain: number) => string,
  ) {
    this.#provider = provider;
    this.#ask = ask;
    this.#idOf = idOf;
    this.listenTo(provider, 0);
  }

  /**
   * Answers a request about filters.
   * @param pass sends the request unchanged to the first chain
   */
  async answer(
    request: JsonRpcRequest,
    params: readonly unknown[],
    chain: number,
    pass: () => Promise<JsonRpcResponse>,
  ): Promise<JsonRpcResponse> {
    const { method } = request;
    const [id] = params;
    const filter = method in REMOVALS ? undefined : this.#filters.get(id);
    const own = filter?.own ?? id;
    const response =
      chain === 0 && own === id
        ? await pass()
        : resultOf(request, await this.#ask(chain, method, own === id ? params : [own]));
    if (!("result" in response)) return response;
    const { result } = response;
    if (method in REMOVALS) {
      const made = chain === 0 ? result : this.#idOf(result, chain);
      this.#filters.set(made, { method, params, own: result, seen: [] });
      return resultOf(request, made);
    }
    if (filter === undefined) return response;
    if (method === REMOVALS[filter.method]) this.#filters.delete(id);
    if (method !== CHANGES || !Array.isArray(result)) return response;
    const { seen } = filter;
    filter.seen = [];
    return resultOf(request, [...seen, ...(result as readonly unknown[])]);
  }

  /** Recreates all filters and subscriptions on a chain and removes them from the previous one. */
  async moveTo(chain: number): Promise<void> {
    for (const [id, filter] of this.#filters) {
      const { method, params, own } = filter;
      try {
        if (method !== "eth_subscribe") {
          const changes = (await this.#ask(this.#chain, CHANGES, [own])) as unknown[];
          filter.seen = [...filter.seen, ...changes];
        }
        await this.#ask(this.#chain, REMOVALS[method]!, [own]);
        filter.own = await this.#ask(chain, method, params);
        // A new filter starts by reporting the latest block, which users have seen already or should not see.
        if (method !== "eth_subscribe") await this.#ask(chain, CHANGES, [filter.own]);
      } catch {
        // The filter has expired because nobody polled it.
        this.#filters.delete(id);
      }
    }
    this.#chain = chain;
  }

  /**
   * Forwards notifications of a chain to the connection's listeners. The connection emits those of the first chain
   * anyway, so of these only subscriptions that moved back need it, because they have another id.
   */
  listenTo(provider: Provider, chain: number): void {
    const knownId = (own: unknown): unknown => {
      if (this.#chain !== chain) return undefined;
      for (const [id, filter] of this.#filters) {
        if (filter.method !== "eth_subscribe" || filter.own !== own) continue;
        return chain === 0 && id === own ? undefined : id;
      }
      return undefined;
    };
    provider.on("notification", (event: { subscription: unknown; result: unknown }) => {
      const subscription = knownId(event.subscription);
      if (subscription === undefined) return;
      this.#provider.emit("notification", { ...event, subscription });
    });
    provider.on("message", (event: { type: string; data: { subscription: unknown } }) => {
      const subscription = knownId(event.data.subscription);
      if (subscription === undefined) return;
      this.#provider.emit("message", { ...event, data: { ...event.data, subscription } });
    });
  }
}
