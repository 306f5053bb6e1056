import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What happens to one request. Where it is not said, the node is asked and its answer passed on. */
export type Fault =
  | { readonly kind: "pass" }
  /** The node is not asked, and the connection breaks. */
  | { readonly kind: "lose request" }
  /** The node has done it, and the connection breaks before the answer, or in the middle of it. */
  | { readonly kind: "lose answer" }
  | { readonly kind: "cut answer" }
  /** The node is asked twice. */
  | { readonly kind: "double" }
  /** The answer comes after so many milliseconds. */
  | { readonly kind: "delay"; readonly milliseconds: number }
  /** The proxy answers by itself. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: "text"; readonly body: string }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  /** The node's answer is made another one. */
  | { readonly kind: "result"; readonly change: (result: unknown) => unknown }
  /** Another node is asked. */
  | { readonly kind: "elsewhere"; readonly url: string };

interface ProxiedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Count of requests, and of those of this method; both begin at 1. */
  readonly count: number;
  readonly ofMethod: number;
}

export type Faults = (request: ProxiedRequest) => Fault | undefined | Promise<Fault | undefined>;

/** Runs with an address that passes requests on to a node, faults included. */
export async function withProxy<Result>(
  target: string,
  faults: Faults,
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  const counts = new Map<string, number>();
  let count = 0;
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method, params = [] } = JSON.parse(body) as { method: string; params?: unknown[] };
      const ofMethod = (counts.get(method) ?? 0) + 1;
      counts.set(method, ofMethod);
      const fault = await faults({ method, params, count: ++count, ofMethod });
      await answer(fault ?? { kind: "pass" }, target, body, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function answer(
  fault: Fault,
  target: string,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
    case "pass":
      response.end(await ask(target, body));
      break;
    case "lose request":
      request.socket.destroy();
      break;
    case "lose answer":
      await ask(target, body);
      request.socket.destroy();
      break;
    case "cut answer": {
      const whole = await ask(target, body);
      response.writeHead(200, { "content-length": String(whole.length) });
      response.write(whole.slice(0, whole.length / 2), () => request.socket.destroy());
      break;
    }
    case "double":
      await ask(target, body);
      response.end(await ask(target, body));
      break;
    case "delay": {
      const late = await ask(target, body);
      setTimeout(() => response.end(late), fault.milliseconds).unref();
      break;
    }
    case "status": {
      const { status, retryAfter } = fault;
      response.writeHead(status, {
        ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      });
      response.end("<html>not now</html>");
      break;
    }
    case "text":
      response.end(fault.body);
      break;
    case "error": {
      const { code, message } = fault;
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message } }));
      break;
    }
    case "result": {
      const whole = JSON.parse(await ask(target, body)) as { result?: unknown };
      if ("result" in whole) whole.result = fault.change(whole.result);
      response.end(JSON.stringify(whole));
      break;
    }
    case "elsewhere":
      response.end(await ask(fault.url, body));
      break;
  }
}

async function ask(url: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return await (await fetch(url, { method: "POST", headers, body })).text();
}
