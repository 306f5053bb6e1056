import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebSocket, WebSocketServer } from "ws";

import { MigrationError } from "../../support/errors.js";
import { readBounded } from "../../support/read-bounded.js";
import type { MigrationResult } from "../../result/result.js";
import { answerText } from "./json-rpc.js";
import type { MigratedChain } from "../migrated-chain.js";
import { openMigratedChain } from "../open.js";
import type { TestChainOptions } from "../options.js";
import { answerSocket } from "./web-socket.js";

/** Of a request; the largest blocks' transactions are far below. */
const MAX_BODY = 64 * 1024 * 1024;

/** Connections that may wait to be accepted; node's own 511 are few for a test suite's start. */
const BACKLOG = 4096;

const DEFAULT_PORT = 8545;
const DEFAULT_HOST = "127.0.0.1";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": "*",
};

/**
 * A chain that holds a migrated base, DAO and demo test, served as JSON-RPC over HTTP and WebSocket
 * on one port. The chain is in this process and ends with `close`.
 */
export class TestChainServer {
  readonly #options: TestChainOptions;
  #chain: Promise<MigratedChain> | undefined;
  #http: Server | undefined;
  #sockets: WebSocketServer | undefined;

  constructor(options: TestChainOptions = {}) {
    this.#options = options;
  }

  /** What was migrated: names, addresses, proposal ids. Migrates first, where that is not done. */
  async result(): Promise<MigrationResult> {
    return (await this.migrated()).result;
  }

  /** The chain that is served, or will be. Migrates first, where that is not done. */
  async migrated(): Promise<Pick<MigratedChain, "result" | "params">> {
    return await this.#migrated();
  }

  /** Addresses of the accounts that the chain can sign for, in lower case. */
  async accounts(): Promise<readonly string[]> {
    const { provider } = await this.#migrated();
    return (await provider.request({ method: "eth_accounts" })) as string[];
  }

  /** Prints every request from now on, and what it did. */
  async log(): Promise<void> {
    const { provider } = await this.#migrated();
    await provider.request({ method: "hardhat_setLoggingEnabled", params: [true] });
  }

  /**
   * Migrates, then serves. Nothing is answered before everything is there.
   * @param port 0 for any that is free
   * @param host `127.0.0.1` for this machine alone, `0.0.0.0` for all
   * @returns where it listens
   * @throws MigrationError where the migration fails or the address is not to be had
   */
  async listen(port = DEFAULT_PORT, host = DEFAULT_HOST): Promise<AddressInfo> {
    if (this.#http !== undefined) {
      throw new MigrationError("The test chain server listens already. Close it first.");
    }
    const { provider } = await this.#migrated();
    const [{ createServer }, { WebSocketServer }] = await importServers();
    const http = createServer((request, response) => {
      void answerHttp(provider, request, response);
    });
    const sockets = new WebSocketServer({ server: http, maxPayload: MAX_BODY });
    sockets.on("connection", (socket: WebSocket) => answerSocket(provider, socket));
    // The HTTP server's error is the one that counts; this is its echo.
    sockets.on("error", () => {});
    await bind(http, port, host);
    this.#http = http;
    this.#sockets = sockets;
    return http.address() as AddressInfo;
  }

  /** Where it listens; null where it does not. */
  address(): AddressInfo | null {
    return (this.#http?.address() as AddressInfo | null | undefined) ?? null;
  }

  /** Stops serving, ends open connections, and ends the chain. */
  async close(): Promise<void> {
    const http = this.#http;
    const sockets = this.#sockets;
    this.#http = undefined;
    this.#sockets = undefined;
    for (const socket of sockets?.clients ?? []) socket.terminate();
    if (http !== undefined) {
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    }
    const chain = await this.#chain?.catch(() => undefined);
    this.#chain = undefined;
    await chain?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #migrated(): Promise<MigratedChain> {
    this.#chain ??= openMigratedChain(this.#options, () => void importServers());
    return await this.#chain;
  }
}

async function importServers() {
  return await Promise.all([import("node:http"), import("ws")]);
}

async function bind(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      reject(
        new MigrationError(
          `The test chain cannot listen on ${host}:${port}: ${REASONS[error.code ?? ""] ?? error.message}. ` +
            "Choose another port (0 for any that is free) or host.",
          { cause: error },
        ),
      );
    };
    server.once("error", fail);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses the port",
  EACCES: "this user may not use the port",
  EADDRNOTAVAIL: "this machine does not have that address",
  ENOTFOUND: "there is no such host",
};

async function answerHttp(
  provider: Parameters<typeof answerText>[0],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  if (request.method !== "POST") {
    reply(response, 405, "This is a JSON-RPC server: send requests by POST, or open a WebSocket.");
    return;
  }
  // Without being destroyed, so that the answer still gets through.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const text = await readBounded(body, MAX_BODY).catch(() => undefined);
  if (text === undefined) {
    // What is left of the body would be taken for the next request.
    response.setHeader("Connection", "close");
    response.once("finish", () => request.destroy());
    reply(response, 413, `A request may have ${MAX_BODY} bytes at most.`);
    return;
  }
  const answer = await answerText(provider, text);
  if (answer === undefined) {
    response.writeHead(204, CORS).end();
    return;
  }
  response.writeHead(200, { ...CORS, "Content-Type": "application/json" }).end(answer);
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...CORS, "Content-Type": "text/plain" }).end(`${text}\n`);
}
