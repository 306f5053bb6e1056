import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { finished } from "node:stream";

import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { readBounded } from "../../foundation/support/http-response.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import { Access } from "./access.js";
import { Answers } from "./json-rpc.js";
import { knownOptions, type GanacheOptions } from "../known-options.js";
import type { MigratedChain, TestChainOptions } from "../options.js";
import { answerSockets } from "./web-socket.js";

/** Limit of a request in bytes, far above the largest transactions. */
const MAX_BODY = 64 * 1024 * 1024;

/** Connections that may wait to be accepted; Node's default of 511 is low when a test suite starts. */
const BACKLOG = 4096;

const DEFAULT_PORT = 8545;
const DEFAULT_HOST = "127.0.0.1";

/** Called once a chain listens, or with the reason why it does not. */
export type ListenCallback = (error: Error | null) => void;

interface Place {
  readonly port: number;
  readonly host: string;
}

/** Sent only for pages that may use the chain. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": "*",
};
const FORBIDDEN = 403;

/**
 * A chain with a migrated base, DAO and demo test, served as JSON-RPC over HTTP and WebSocket on one port. It runs in
 * this process and ends with `close`.
 * @example
 * await using server = new TestChainServer();
 * const { port } = await server.listen(0);
 */
export class TestChainServer {
  readonly #options: TestChainOptions;
  #chain: Promise<MigratedChain> | undefined;
  #http: Server | undefined;
  #stop = async (): Promise<void> => {};

  /** @throws UsageError for an unknown option, or one of ganache's that this chain does not support */
  constructor(options: TestChainOptions & GanacheOptions = {}) {
    this.#options = knownOptions(options);
  }

  /** Names, addresses and proposal IDs of the migration, which runs first if necessary. */
  async result(): Promise<MigrationResult> {
    return (await this.migrated()).result;
  }

  /**
   * Migrates, then serves: it accepts no connection before the migration is done.
   * @param port 0 for any free port; default: that of the options, or 8545
   * @param host or a callback, as in ganache; default: that of the options, or `127.0.0.1`, which only this machine can reach; `0.0.0.0` for all
   * interfaces
   * @param callback called with the error, if any, as in ganache
   * @returns where it listens
   * @throws MigrationError if the migration fails or the address cannot be used, unless there is a callback
   */
  async listen(port?: number, host?: string): Promise<AddressInfo>;
  listen(port: number, callback: ListenCallback): Promise<void>;
  listen(port: number, host: string, callback: ListenCallback): Promise<void>;
  async listen(
    port?: number,
    host?: string | ListenCallback,
    callback?: ListenCallback,
  ): Promise<AddressInfo | void> {
    if (typeof host === "function") return await this.listen(port!, this.#place().host, host);
    if (callback === undefined) return await this.#listen(this.#place(port, host));
    try {
      await this.#listen(this.#place(port, host));
    } catch (error) {
      return callback(error as Error);
    }
    callback(null);
  }

  #place(
    port = this.#options.port ?? DEFAULT_PORT,
    host = this.#options.host ?? DEFAULT_HOST,
  ): Place {
    return { port, host };
  }

  async #listen(place: Place): Promise<AddressInfo> {
    if (this.#http !== undefined) {
      throw new MigrationError("The test chain server is already listening. Close it first.");
    }
    let free: Promise<void> | undefined;
    const { provider } = await this.migrated(() => {
      // For the first server that listens, Node loads some modules.
      free ??= requireFree(place);
      free.catch(() => {});
    });
    await free;
    const { createServer } = nodeHttp();
    const access = new Access(this.#options, place.host);
    const answers = new Answers();
    const http = createServer((request, response) => {
      const refusal = access.refusal(request);
      if (refusal === undefined) void answerHttp(sockets.others, answers, request, response);
      else refuse(request, response, refusal);
    });
    const { keepAliveTimeout } = this.#options;
    if (keepAliveTimeout !== undefined) http.keepAliveTimeout = keepAliveTimeout;
    const sockets = answerSockets(http, provider, answers, {
      maxPayload: MAX_BODY,
      verifyClient: ({ req }, answer) => {
        const refusal = access.refusal(req);
        answer(refusal === undefined, FORBIDDEN, refusal);
      },
    });
    await bind(http, place);
    this.#http = http;
    this.#stop = async () => {
      await answers.end();
      sockets.end();
      http.closeAllConnections();
    };
    return http.address() as AddressInfo;
  }

  /** Where it listens; null if it does not. */
  address(): AddressInfo | null {
    return (this.#http?.address() as AddressInfo | null | undefined) ?? null;
  }

  /** Stops serving, answers what it was asked, for seconds at most, and closes open connections and the chain. */
  async close(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    if (http !== undefined) {
      const closed = once(http, "close");
      http.close();
      await this.#stop();
      await closed;
    }
    const chain = await this.#chain?.catch(() => undefined);
    this.#chain = undefined;
    await chain?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * The chain to be served. Migrates first if necessary.
   * @param meanwhile called when this thread has only to wait for the chain
   */
  async migrated(meanwhile?: () => void): Promise<MigratedChain> {
    this.#chain ??= import("../open.js").then(async ({ openMigratedChain }) =>
      openMigratedChain(this.#options, {
        meanwhile() {
          nodeHttp();
          meanwhile?.();
        },
      }),
    );
    return await this.#chain;
  }
}

/** `import` of `node:http` would also load Node's client for fetch, in ten times the time. */
function nodeHttp() {
  return process.getBuiltinModule("node:http");
}

/**
 * Checks that a server could listen, before anything is migrated or written.
 * @throws MigrationError if not
 */
export async function requireFree({
  port = DEFAULT_PORT,
  host = DEFAULT_HOST,
}: Partial<Place>): Promise<void> {
  const { createServer } = process.getBuiltinModule("node:net");
  const probe = createServer();
  await bind(probe, { port, host });
  await new Promise((resolve) => probe.close(resolve));
}

async function bind(server: NetServer, { port, host }: Place): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw new MigrationError(
      `The test chain cannot listen on ${host}:${port}: ${REASONS[error.code ?? ""] ?? error.message}. ` +
        "Use another port (0 for any free port) or host.",
      { cause: error },
    );
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses the port",
  EACCES: "this user has no permission to use the port",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "no such host",
};

async function answerHttp(
  provider: Eip1193Provider,
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") return reply(response, 204);
  if (request.method !== "POST") {
    const advice = "This is a JSON-RPC server: send a POST request, or open a WebSocket.";
    return reply(response, 405, `${advice}\n`);
  }
  // The stream stays open, so that an error can still be sent.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const text = await readBounded(body, MAX_BODY).catch(() => undefined);
  if (text === undefined) {
    endAfter(response, request);
    return reply(response, 413, `A request can have at most ${MAX_BODY} bytes.\n`);
  }
  await answers.give(provider, text, (answer, sent) => {
    finished(response, sent);
    if (answer === undefined) reply(response, 204);
    else reply(response, 200, answer, "application/json");
  });
}

/** Ends the connection, because the rest of the body is not read and would be parsed as the next request. */
function endAfter(response: ServerResponse, request: IncomingMessage): void {
  response.setHeader("Connection", "close");
  response.once("finish", () => request.destroy());
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: string): void {
  endAfter(response, request);
  response.writeHead(FORBIDDEN, { "Content-Type": "text/plain" }).end(`${refusal}\n`);
}

function reply(response: ServerResponse, status: number, body?: string, type = "text/plain"): void {
  response.writeHead(status, body === undefined ? CORS : { ...CORS, "Content-Type": type });
  response.end(body);
}
