import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to the explorer. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** An explorer's answer: status, body and headers. */
export type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** Starts a fake explorer that answers with a function, and records the requests. */
export async function openExplorerServer(answer: (asked: Asked, count: number) => Answer) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? "", "http://explorer");
      const each = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        body,
      };
      asked.push(each);
      const [status, content, headers = {}] = answer(each, asked.length);
      response.writeHead(status, headers);
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
