import type { IncomingMessage } from "node:http";

import type { WebSocket } from "ws";

import { BodyTooLong, readBounded } from "../support/http-response.js";
import { idOf, jsonOf, type HttpAnswer } from "./rpc-answer.js";

/** Milliseconds without traffic after which a connection is closed. */
const IDLE = 60_000;
/** The most bytes to read from a server that refuses to open a WebSocket. */
const LONGEST_REFUSAL = 64 * 1024;

interface Underway {
  readonly isBatch: boolean;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Connection {
  readonly socket: WebSocket;
  /** Resolves when it is open, or with the response of a server that refuses. */
  readonly opened: Promise<HttpAnswer | undefined>;
  readonly underway: Map<number, Underway>;
  /** When the last message arrived, or when opening started. */
  heard: number;
  idle: NodeJS.Timeout | undefined;
}

export interface RpcSocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** The most bytes of a response. */
  readonly longest: number;
  /** Milliseconds that opening may take. */
  readonly timeout: number;
}

/**
 * JSON-RPC over one WebSocket, which is opened for the first request, and again after it was lost. It does not keep the
 * process alive; requests have their own deadlines.
 */
export class RpcSocket {
  readonly #url: URL;
  readonly #options: RpcSocketOptions;
  #connection: Connection | undefined;

  constructor(url: URL, options: RpcSocketOptions) {
    this.#url = url;
    this.#options = options;
  }

  /**
   * Sends a request or a batch, and waits for the response.
   * @param id of the request, or of the first one in the batch
   * @param signal its deadline
   * @returns the response as over HTTP: status 200, or the status of a server that opens no WebSocket
   * @throws BodyTooLong if the response is too long, and other errors if there was none
   */
  async send(body: string, id: number, signal: AbortSignal): Promise<HttpAnswer> {
    const { WebSocket } = await import("ws");
    if ((this.#connection?.socket.readyState ?? 0) > WebSocket.OPEN) this.#connection = undefined;
    const connection = (this.#connection ??= this.#open(WebSocket));
    clearTimeout(connection.idle);
    const since = performance.now();
    return await new Promise<HttpAnswer>((resolve, reject) => {
      const onAbort = () => {
        // A connection that was silent the whole time may be dead without being closed.
        if (connection.heard <= since) connection.socket.terminate();
        settle(() => reject(signal.reason as Error));
      };
      const settle = (end: () => void) => {
        connection.underway.delete(id);
        signal.removeEventListener("abort", onAbort);
        if (connection.underway.size === 0) this.#rest(connection);
        end();
      };
      connection.underway.set(id, {
        isBatch: body.startsWith("["),
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      });
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) return onAbort();
      void connection.opened.then((refusal) => {
        const own = connection.underway.get(id);
        if (own === undefined) return;
        if (refusal !== undefined) return own.resolve(refusal);
        connection.socket.send(body, (error) => {
          if (error) own.reject(error);
        });
      });
    });
  }

  #open(Socket: typeof WebSocket): Connection {
    const { headers, longest, timeout } = this.#options;
    const socket = new Socket(this.#url, {
      headers,
      handshakeTimeout: timeout,
      maxPayload: longest,
      // A small compressed message may expand to any size.
      perMessageDeflate: false,
    });
    const opened = new Promise<HttpAnswer | undefined>((resolve) => {
      socket.on("open", () => resolve(undefined));
      socket.on("unexpected-response", (_request, response) => {
        void refusalOf(response).then((refusal) => {
          resolve(refusal);
          // Only after those that wait have received this error.
          setImmediate(() => socket.terminate());
        });
      });
    });
    const connection: Connection = {
      socket,
      opened,
      underway: new Map(),
      heard: performance.now(),
      idle: undefined,
    };
    let failure: Error = new Error("the connection was closed");
    socket.on("upgrade", (response) => response.socket.unref());
    socket.on("message", (data) => {
      connection.heard = performance.now();
      answer(connection, (data as Buffer).toString("utf8"));
    });
    socket.on("error", (error: Error & { code?: string }) => {
      failure =
        error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? new BodyTooLong(longest) : error;
      socket.terminate();
    });
    socket.on("close", () => {
      this.#forget(connection);
      clearTimeout(connection.idle);
      for (const { reject } of connection.underway.values()) reject(failure);
    });
    return connection;
  }

  #rest(connection: Connection): void {
    clearTimeout(connection.idle);
    connection.idle = setTimeout(() => {
      this.#forget(connection);
      connection.socket.close();
    }, IDLE).unref();
  }

  #forget(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined;
  }
}

/** Passes a message to the request that it answers; ignores events and late responses. */
function answer({ underway }: Connection, text: string): void {
  const message = jsonOf(text);
  const parts: unknown[] = Array.isArray(message) ? message : [message];
  const own = parts.map((part) => underway.get(idOf(part) ?? NaN)).find((found) => found);
  (own ?? (isNameless(message) ? nameless(underway) : undefined))?.resolve({
    status: 200,
    headers: new Headers(),
    text,
  });
}

/** A response without an id: it is not JSON, or says that a request or batch was not understood. */
function isNameless(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return true;
  if (Array.isArray(message)) return true;
  return !("method" in message) && idOf(message) === undefined;
}

/**
 * The request that a response without an id refers to. Nodes refuse batches this way; with several single requests in
 * flight, it is unclear which one is meant.
 */
function nameless(underway: ReadonlyMap<number, Underway>): Underway | undefined {
  const all = [...underway.values()];
  return all.find(({ isBatch }) => isBatch) ?? (all.length === 1 ? all[0] : undefined);
}

async function refusalOf(response: IncomingMessage): Promise<HttpAnswer> {
  const headers = new Headers();
  const wait = response.headers["retry-after"];
  if (wait !== undefined) headers.set("retry-after", wait);
  const text = await readBounded(response, LONGEST_REFUSAL).catch(() => "");
  return { status: response.statusCode ?? 0, headers, text };
}
