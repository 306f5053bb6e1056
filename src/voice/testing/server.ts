import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import type { Voice } from "../voices.js";
import { answer, errorReply, faultReply, jsonOrText, sendReply } from "./answers.js";
import { FaultQueue, type Fault, type Operation } from "./faults.js";
import { LogEntry, type LoggedRequest } from "./log.js";
import type { Service, VoiceServerOptions } from "./options.js";
import { ServedStream } from "./streams.js";

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/tts/voices": "tts.listVoices",
  "POST /v1/tts/convert": "tts.convert",
  "GET /v1/vc/voices": "vc.listVoices",
  "POST /v1/vc/convert": "vc.convert",
  "GET /v1/tts/stream/simplex/ws": "tts.stream",
  "GET /v1/tts/stream/duplex/ws": "tts.connect",
};

const STREAMS = /^tts\.(stream|connect)$/;

const TTS_VOICES: readonly Voice[] = [
  { id: 1, name: "Ada", description: "Calm and clear, for narration" },
  { id: 2, name: "Grace", description: "Brisk, for announcements" },
  { id: 3, name: "Alan", description: "Deep, for stories" },
];
const VC_VOICES: readonly Voice[] = [
  { id: 11, name: "Edsger", description: "A precise speaker" },
  { id: 12, name: "Barbara", description: "A warm speaker" },
];

/**
 * Starts a voice server on this machine, reachable from this machine only. End it with `close()`.
 *
 * @example
 * const server = await startVoiceServer();
 * const client = new VoiceClient(server.clientOptions);
 * server.fail({ fault: "status", status: 503, on: "tts.convert" });
 * await client.tts.convert({ voiceId: 1, text: "Retried once." });
 * await server.close();
 */
export async function startVoiceServer(options: VoiceServerOptions = {}): Promise<VoiceServer> {
  const http = createServer().listen(options.port ?? 0, "127.0.0.1");
  await once(http, "listening");
  return new VoiceServer(http, options);
}

/**
 * The voice service on one local port, HTTP and WebSocket, for tests without a network. It follows
 * the specification, speaks a hum whose length depends on the text, fails on request, and logs its
 * requests.
 */
export class VoiceServer {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly clientKey: string;
  readonly apiKey: string;
  readonly #http: Server;
  readonly #service: Service;
  readonly #webSockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 });
  readonly #requests: LogEntry[] = [];
  readonly #sockets = new Set<Socket>();

  /** @internal Use startVoiceServer(). */
  constructor(http: Server, options: VoiceServerOptions) {
    this.#http = http;
    this.#service = {
      port: (http.address() as AddressInfo).port,
      ...{ clientKey: `client-${randomUUID()}`, apiKey: `api-${randomUUID()}` },
      ...{ ttsVoices: TTS_VOICES, vcVoices: VC_VOICES },
      ...{ msPerCharacter: 60, maxCharacters: Infinity, wavSizes: "placeholder" },
      ...{ repeatHeaders: false, frameBytes: 16 * 1024, frameDelayMs: 0 },
      faults: new FaultQueue(),
      ...options,
    };
    ({ clientKey: this.clientKey, apiKey: this.apiKey } = this.#service);
    this.baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    this.wsBaseUrl = this.baseUrl.replace("http", "ws");
    http.on("request", (request, response) => this.#serve(request, response));
    http.on("upgrade", (request, socket: Socket, head) => {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.on("finish", () => socket.end());
      this.#serve(request, response, head);
    });
    http.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => socket.destroy());
    });
  }

  /** Options for a client of this server: `new VoiceClient(server.clientOptions)`. */
  get clientOptions(): Readonly<Record<"baseUrl" | "wsBaseUrl" | "clientKey" | "apiKey", string>> {
    const { baseUrl, wsBaseUrl, clientKey, apiKey } = this;
    return { baseUrl, wsBaseUrl, clientKey, apiKey };
  }

  /** The requests so far, oldest first, with redacted keys. */
  get requests(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  /** How many connections are open, including idle ones. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Makes the next matching requests fail. Faults of one kind happen in order. */
  fail(fault: Fault): void {
    this.#service.faults.add(fault);
  }

  /** Clears requests and faults, for the next test. */
  reset(): void {
    this.#requests.length = 0;
    this.#service.faults.clear();
  }

  /** Stops, and cuts all connections. */
  async close(): Promise<void> {
    const closed = once(this.#http, "close");
    this.#http.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** @param head where the request is to become a WebSocket, what came behind it */
  #serve(request: IncomingMessage, response: ServerResponse, head?: Buffer): void {
    // Where it fails, the client has left: there is nobody to answer.
    this.#answer(request, response, head).catch(() => request.socket.destroy());
  }

  async #answer(request: IncomingMessage, response: ServerResponse, head?: Buffer): Promise<void> {
    const { faults } = this.#service;
    const { entry, url } = this.#note(request);
    const { operation } = entry;
    const fault = faults.take(operation, "http");
    if (fault?.fault === "hang") {
      // The rest of an upload stays unread, so the client is still sending when the server hangs. A
      // socket without an upload is read, to notice when the client leaves.
      if (head !== undefined) request.socket.resume().on("end", () => request.socket.end());
      return;
    }
    if (fault?.fault === "reset") return void request.socket.destroy();
    if (fault === undefined && head !== undefined && STREAMS.test(operation ?? "")) {
      response.detachSocket(request.socket);
      this.#webSockets.handleUpgrade(request, request.socket, head, (webSocket) => {
        entry.status = 101;
        new ServedStream(this.#service, entry, url, webSocket);
      });
      return;
    }
    const body = head === undefined ? await buffer(request) : Buffer.alloc(0);
    if (operation === "tts.convert") entry.body = entry.clean(jsonOrText(body));
    const right = async () =>
      head === undefined
        ? await answer(this.#service, { entry, url, headers: request.headers, body })
        : errorReply(404, "no WebSocket here");
    const reply = fault === undefined ? await right() : faultReply(fault);
    entry.status = reply.status;
    const inBody = fault === undefined ? faults.take(operation, "body") : undefined;
    await sendReply(this.#service, reply, response, inBody);
  }

  /** Notes a request. @returns its log entry and its address; some paths, such as `//`, have none */
  #note(request: IncomingMessage): { entry: LogEntry; url: URL } {
    const { method, url: path = "" } = request;
    const base = "http://localhost";
    const url = new URL(URL.canParse(path, base) ? path : "/", base);
    const keys = [this.clientKey, this.apiKey];
    const entry = new LogEntry(OPERATIONS[`${method} ${url.pathname}`], request, keys);
    this.#requests.push(entry);
    return { entry, url };
  }
}
