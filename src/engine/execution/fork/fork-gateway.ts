import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { RpcError } from "../../../foundation/chain/rpc-error.js";
import { unlessAborted } from "../../../foundation/support/unless-aborted.js";

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params?: unknown[];
}

/**
 * A JSON-RPC endpoint on loopback that forwards requests to a provider. A rehearsal's fork reads the target through it,
 * so it uses the provider's retries, headers and credentials.
 */
export class ForkGateway {
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  readonly #provider: Eip1193Provider;
  readonly #ended = new AbortController();
  /** Keeps other programs on this machine from using the provider, which somebody may pay for. */
  readonly #path = `/${randomBytes(16).toString("hex")}`;
  readonly refusals: Error[] = [];

  static async open(provider: Eip1193Provider): Promise<ForkGateway> {
    const gateway = new ForkGateway(provider);
    await new Promise<void>((resolve) => gateway.#server.listen(0, "127.0.0.1", resolve));
    return gateway;
  }

  private constructor(provider: Eip1193Provider) {
    this.#provider = provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  /**
   * Answers with an error from now on, also what waits for the provider. EDR tries a request again for minutes if nobody
   * answers it, and keeps the process alive.
   */
  refuse(): void {
    this.#ended.abort();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.url !== this.#path) throw new Error("not for others");
      const body = JSON.parse(await text(request)) as Request | Request[];
      const answer = Array.isArray(body)
        ? await Promise.all(body.map(async (one) => await this.#answer(one)))
        : await this.#answer(body);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    } catch {
      response.writeHead(400).end();
    }
  }

  async #answer({ id, method, params = [] }: Request) {
    try {
      const answer = this.#provider.request({ method, params });
      return { jsonrpc: "2.0", id, result: await unlessAborted(answer, this.#ended.signal) };
    } catch (error) {
      this.refusals.push(error as Error);
      const code = error instanceof RpcError ? error.code : -32000;
      return { jsonrpc: "2.0", id, error: { code, message: (error as Error).message } };
    }
  }
}
