import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { openServer } from "../open-server.js";

/** What happens to a request. By default, the node's answer is passed on. */
export type Fault =
  | { readonly kind: "pass" }
  /** The connection breaks before the request reaches the node. */
  | { readonly kind: "lose request" }
  /** The node handles the request, but the connection breaks before or in the middle of the answer. */
  | { readonly kind: "lose answer" }
  | { readonly kind: "cut answer" }
  /** The node gets the request twice. */
  | { readonly kind: "double" }
  /** The answer arrives this much later. */
  | { readonly kind: "delay"; readonly milliseconds: number }
  /** The proxy answers by itself. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: "text"; readonly body: string }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  /** The node's answer is changed. */
  | { readonly kind: "result"; readonly change: (result: unknown) => unknown };

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params?: unknown[];
}

const PASS: Fault = { kind: "pass" };
/** Faults that can affect a single call of a batch; all others affect the whole batch. */
const OF_ONE_CALL: readonly string[] = ["pass", "error", "result"];

interface ProxiedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The number of this request among all and among those of its method, from 1. */
  readonly count: number;
  readonly ofMethod: number;
}

export type Faults = (request: ProxiedRequest) => Fault | undefined | Promise<Fault | undefined>;

/**
 * Runs with the URL of a proxy that passes requests on to a node, with faults.
 * @param onHttp called for each HTTP request, which may contain many calls
 */
export async function withProxy<Result>(
  target: string,
  faults: Faults,
  run: (url: string) => Promise<Result>,
  onHttp?: () => void,
): Promise<Result> {
  const counts = new Map<string, number>();
  let count = 0;
  await using server = await openServer((request, response) => {
    void text(request).then(async (body) => {
      onHttp?.();
      const asked = JSON.parse(body) as Call | Call[];
      const calls = Array.isArray(asked) ? asked : [asked];
      const found: Fault[] = [];
      for (const { method, params = [] } of calls) {
        const ofMethod = (counts.get(method) ?? 0) + 1;
        counts.set(method, ofMethod);
        found.push((await faults({ method, params, count: ++count, ofMethod })) ?? PASS);
      }
      const whole = found.find(({ kind }) => !OF_ONE_CALL.includes(kind));
      if (whole !== undefined || !Array.isArray(asked)) {
        await answer(whole ?? found[0] ?? PASS, target, body, request, response);
      } else {
        const each = found.map(
          async (fault, index) =>
            JSON.parse(await answerOne(fault, target, JSON.stringify(asked[index]))) as object,
        );
        const ids = (await Promise.all(each)).map((one, index) => ({
          ...one,
          id: asked[index]?.id,
        }));
        response.end(JSON.stringify(ids));
      }
    });
  });
  return await run(server.url);
}

async function answer(
  fault: Fault,
  target: string,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
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
    default:
      response.end(await answerOne(fault, target, body));
  }
}

/** Returns the answer to a call, which may be part of a batch. */
async function answerOne(fault: Fault, target: string, body: string): Promise<string> {
  switch (fault.kind) {
    case "error": {
      const { code, message } = fault;
      const { id } = JSON.parse(body) as { readonly id: number };
      return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
    }
    case "result": {
      const whole = JSON.parse(await ask(target, body)) as { result?: unknown };
      if ("result" in whole) whole.result = fault.change(whole.result);
      return JSON.stringify(whole);
    }
    default:
      return await ask(target, body);
  }
}

async function ask(url: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return await (await fetch(url, { method: "POST", headers, body })).text();
}
