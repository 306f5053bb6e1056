import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Eip1193Provider } from "./provider.js";
import { RpcError } from "./rpc-error.js";

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params?: unknown[];
}

/**
 * A JSON-RPC address on loopback that passes requests on to a provider. The fork of a rehearsal
 * reads the target through it, and so shares the provider's retries, headers and credentials.
 */
export class ForkGateway {
  readonly #server: Server;

  static async open(provider: Eip1193Provider): Promise<ForkGateway> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        void answer(provider, Buffer.concat(chunks).toString()).then((text) => {
          response.setHeader("content-type", "application/json");
          response.end(text);
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new ForkGateway(server);
  }

  private constructor(server: Server) {
    this.#server = server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function answer(provider: Eip1193Provider, text: string): Promise<string> {
  const body = JSON.parse(text) as Request | Request[];
  if (!Array.isArray(body)) return JSON.stringify(await answerOne(provider, body));
  return JSON.stringify(await Promise.all(body.map((one) => answerOne(provider, one))));
}

async function answerOne(provider: Eip1193Provider, { id, method, params = [] }: Request) {
  try {
    return { jsonrpc: "2.0", id, result: await provider.request({ method, params }) };
  } catch (error) {
    const code = error instanceof RpcError ? error.code : -32000;
    return { jsonrpc: "2.0", id, error: { code, message: (error as Error).message } };
  }
}
