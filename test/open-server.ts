import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An HTTP server on a free port of 127.0.0.1. */
export interface OpenServer extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** Ends all connections, too. */
  readonly close: () => Promise<void>;
}

/** Opens a server that handles requests by itself. */
export async function openServer(handle?: RequestListener): Promise<OpenServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, server, close, [Symbol.asyncDispose]: close };
}

/** What a server answers: a status if it is not 200, and a body, as JSON unless it is text. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Opens a server that answers what a function returns for a request's body; ends the connection if it throws. */
export async function openAnswering(
  reply: (body: string, request: IncomingMessage) => Reply | Promise<Reply>,
): Promise<OpenServer> {
  return await openServer((request, response) => {
    void text(request)
      .then(async (asked) => {
        const { status = 200, headers, body = "" } = await reply(asked, request);
        response.writeHead(status, headers);
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
}

/** A call in JSON-RPC. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Opens a node in JSON-RPC that answers each call, also those of a batch, with what a function returns. */
export async function openRpc(
  answer: (call: Call) => object | Promise<object>,
): Promise<OpenServer> {
  return await openAnswering(async (body) => {
    const calls = JSON.parse(body) as Call | Call[];
    return {
      body: Array.isArray(calls)
        ? await Promise.all(calls.map(async (call) => answer(call)))
        : await answer(calls),
    };
  });
}
