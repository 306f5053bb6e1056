import type { RequestArguments } from "hardhat/types/providers";

import { MigrationError } from "../support/errors.js";
import type { MigrationResult } from "../result/result.js";
import type { MigratedChain } from "./migrated-chain.js";
import { openMigratedChain } from "./open.js";
import type { ServedProvider, TestChainOptions } from "./options.js";

type Listener = (payload: unknown) => void;

/**
 * An EIP-1193 provider of a chain in this process that holds a migrated base, DAO and demo test. It
 * can be used at once: requests wait until everything is there, and fail with the reason where the
 * migration failed.
 */
export class TestChainProvider {
  readonly #chain: Promise<MigratedChain>;
  #closed = false;

  constructor(options: TestChainOptions = {}) {
    this.#chain = openMigratedChain(options);
    // The reason is given to whoever asks; until then nobody has to listen.
    this.#chain.catch(() => {});
  }

  /** What was migrated: names, addresses, proposal ids. Resolves when all of it is there. */
  async result(): Promise<MigrationResult> {
    return (await this.#chain).result;
  }

  /**
   * Sends a JSON-RPC request.
   * @throws what Hardhat's provider throws; MigrationError where the chain is closed or could not be made
   */
  async request(request: RequestArguments): Promise<unknown> {
    if (this.#closed) {
      throw new MigrationError(
        `The test chain is closed, so it cannot answer ${request.method}. Make another one, or close it later.`,
      );
    }
    const { provider } = await this.#chain;
    return await provider.request(request);
  }

  /** Listens to events of EIP-1193, such as `message`, once the chain is there. */
  on(event: string, listener: Listener): this {
    void this.#whenOpen((provider) => provider.on(event, listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    void this.#whenOpen((provider) => provider.removeListener(event, listener));
    return this;
  }

  /** Ends the chain; what it held is gone. */
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
