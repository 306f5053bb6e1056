import type { RequestArguments } from "hardhat/types/providers";

import type { MigrationResult } from "../foundation/result/result.js";
import { MigrationError, UsageError } from "../foundation/support/errors.js";
import { knownOptions, type GanacheOptions } from "./known-options.js";
import type { MigratedChain, ServedProvider, TestChainOptions } from "./options.js";

export type TestChainListener = (payload: unknown) => void;
/** Receives the JSON-RPC response, or an array of them for a batch. */
export type SendCallback = (error: Error | null, response?: unknown) => void;

/**
 * An EIP-1193 provider of a chain in this process, with a migrated base, DAO and demo test. It can be used at once:
 * requests wait for the migration. If the migration fails, they fail with its error.
 * @example
 * await using chain = new TestChainProvider({ demo: false });
 * const accounts = await chain.request({ method: "eth_accounts" });
 */
export class TestChainProvider {
  readonly #chain: Promise<MigratedChain>;
  #closed = false;

  /** @throws UsageError for an unknown option, or one of ganache's that this chain does not support */
  constructor(options: TestChainOptions & GanacheOptions = {}) {
    const known = ofProvider(knownOptions(options));
    this.#chain = import("./open.js").then(async ({ openMigratedChain }) =>
      openMigratedChain(known),
    );
    // Each request reports the failure; it must not end the process before the first one.
    this.#chain.catch(() => {});
  }

  /** Names, addresses and proposal IDs of the migration. Resolves when the migration is done. */
  async result(): Promise<MigrationResult> {
    return (await this.#chain).result;
  }

  /**
   * Sends a JSON-RPC request.
   * @throws the errors of Hardhat's provider; MigrationError if the chain is closed or the migration failed
   */
  async request(request: RequestArguments): Promise<unknown> {
    if (this.#closed) {
      throw new MigrationError(
        `The test chain is closed, so it cannot answer ${request.method}. Open another one, or close it later.`,
      );
    }
    const { provider } = await this.#chain;
    return await provider.request(request);
  }

  /**
   * Sends a JSON-RPC request as web3.js 1.x and ganache's users do: with a method and its parameters, or with a payload
   * (or a batch) and a callback that receives the response.
   * @throws as `request`, if there is no callback
   * @example
   * chain.send({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }, (_error, response) => console.log(response));
   */
  send(method: string, params?: readonly unknown[]): Promise<unknown>;
  send(payload: object, callback: SendCallback): void;
  send(asked: string | object, more: readonly unknown[] | SendCallback = []): unknown {
    if (typeof asked === "string") return this.request({ method: asked, params: more });
    this.sendAsync(asked, more as SendCallback);
    return undefined;
  }

  /** `send` with a callback, under its older name. */
  sendAsync(payload: object, callback: SendCallback): void {
    const answered = import("./server/json-rpc.js").then(
      async ({ answerText }) => await answerText(this, JSON.stringify(payload)),
    );
    // Called outside the promise, so that what the callback throws is nobody's rejection but its own.
    answered.then(
      (text) => setImmediate(callback, null, text === undefined ? undefined : JSON.parse(text)),
      (error: Error) => setImmediate(callback, error),
    );
  }

  /** Listens to EIP-1193 events, such as `message`, once the migration is done. */
  on(event: string, listener: TestChainListener): this {
    void this.#whenOpen((provider) => provider.on(event, listener));
    return this;
  }

  removeListener(event: string, listener: TestChainListener): this {
    void this.#whenOpen((provider) => provider.removeListener(event, listener));
    return this;
  }

  /** Closes the chain. Without a database folder, its contents are lost. */
  async close(): Promise<void> {
    this.#closed = true;
    const chain = await this.#chain.catch(() => undefined);
    await chain?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #whenOpen(act: (provider: ServedProvider) => unknown): Promise<void> {
    const chain = await this.#chain.catch(() => undefined);
    if (chain !== undefined) act(chain.provider);
  }
}

/** Removes options for a server, which a provider does not have. */
function ofProvider(options: TestChainOptions): TestChainOptions {
  for (const name of ["port", "host", "keepAliveTimeout", "allowOrigin", "allowHost"] as const) {
    if (options[name] === undefined) continue;
    throw new UsageError(
      `A provider does not listen on a port, so ${name} has no effect. Pass it to TestChain.server.`,
    );
  }
  return options;
}
