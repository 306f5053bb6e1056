import { openAnswering } from "../../open-server.js";

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
  const { url, close } = await openAnswering((body, request) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://explorer");
    asked.push({ method: request.method ?? "", path, query, body });
    const [status, content, headers] = answer(asked.at(-1)!, asked.length);
    return { status, body: content, headers };
  });
  return { url, asked, close };
}
