import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { VoiceClientOptions } from "../http/settings.js";
import type { Voice } from "../voices.js";
import { FaultQueue, isHttpFault, type Fault, type HttpFault, type Operation } from "./faults.js";
import { LogEntry, type LoggedRequest } from "./request-log.js";
import { answer, errorBody, jsonOrText, sendReply, type Service } from "./service.js";
import type { WavSizes } from "./speech.js";
import { serveStream } from "./streams.js";

export interface VoiceServerOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** The accepted keys. Default: random ones. */
  readonly clientKey?: string;
  readonly apiKey?: string;
  readonly ttsVoices?: readonly Voice[];
  readonly vcVoices?: readonly Voice[];
  /** Milliseconds of audio for each character; may be a fraction. Default: 60. */
  readonly msPerCharacter?: number;
  /** The size fields of WAV headers. Default: `placeholder`, as the service does. */
  readonly wavSizes?: WavSizes;
  /** Whether a duplex stream starts every text with a header. Default: false. */
  readonly repeatHeaders?: boolean;
  /** Bytes of audio in one frame of a stream. Default: 16,384. */
  readonly frameBytes?: number;
  /** Milliseconds between two frames of a stream. Default: 0. */
  readonly frameDelayMs?: number;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/tts/voices": "tts.listVoices",
  "POST /v1/tts/convert": "tts.convert",
  "GET /v1/vc/voices": "vc.listVoices",
  "POST /v1/vc/convert": "vc.convert",
  "GET /v1/tts/stream/simplex/ws": "tts.stream",
  "GET /v1/tts/stream/duplex/ws": "tts.connect",
};

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
  const server = new VoiceServer(options);
  await server.listen(options.port ?? 0);
  return server;
}

/**
 * The voice service on one local port, HTTP and WebSocket, for tests without a network. It follows
 * the specification, speaks a hum whose length depends on the text, fails on request, and logs its
 * requests.
 */
export class VoiceServer {
  readonly #http: Server;
  readonly #webSockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 });
  readonly #service: Service;
  readonly #faults = new FaultQueue();
  #requests: LogEntry[] = [];
  #port = 0;
  readonly #sockets = new Set<Duplex>();

  /** @internal Use startVoiceServer(). */
  constructor(options: VoiceServerOptions) {
    this.#service = {
      clientKey: options.clientKey ?? `client-${randomUUID()}`,
      apiKey: options.apiKey ?? `api-${randomUUID()}`,
      ttsVoices: options.ttsVoices ?? TTS_VOICES,
      vcVoices: options.vcVoices ?? VC_VOICES,
      msPerCharacter: options.msPerCharacter ?? 60,
      wavSizes: options.wavSizes ?? "placeholder",
      repeatHeaders: options.repeatHeaders ?? false,
      frameBytes: options.frameBytes ?? 16 * 1024,
      frameDelayMs: options.frameDelayMs ?? 0,
      faults: this.#faults,
    };
    this.#http = createServer((request, response) => {
      // If this fails, the client has left: there is nobody to answer.
      this.#onRequest(request, response).catch(() => response.destroy());
    });
    this.#http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#onUpgrade(request, socket, head);
    });
    this.#http.on("connection", (socket: Duplex) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => socket.destroy());
    });
  }

  /** @internal Use startVoiceServer(). */
  async listen(port: number): Promise<void> {
    this.#http.listen(port, "127.0.0.1");
    await once(this.#http, "listening");
    this.#port = (this.#http.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get wsBaseUrl(): string {
    return this.baseUrl.replace(/^http/, "ws");
  }

  get clientKey(): string {
    return this.#service.clientKey;
  }

  get apiKey(): string {
    return this.#service.apiKey;
  }

  /** Options for a client of this server: `new VoiceClient(server.clientOptions)`. */
  get clientOptions(): VoiceClientOptions {
    const { baseUrl, wsBaseUrl, clientKey, apiKey } = this;
    return { baseUrl, wsBaseUrl, clientKey, apiKey };
  }

  /** The requests so far, oldest first, with redacted keys. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** How many connections are open, including idle ones. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Makes the next matching requests fail. Faults of one kind happen in order. */
  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Clears requests and faults, for the next test. */
  reset(): void {
    this.#requests = [];
    this.#faults.clear();
  }

  /** Stops, and cuts all connections. */
  async close(): Promise<void> {
    const closed = once(this.#http, "close");
    this.#http.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #log(request: IncomingMessage): LogEntry {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const operation = OPERATIONS[`${request.method} ${path}`];
    const entry = new LogEntry(operation, request, [this.clientKey, this.apiKey]);
    this.#requests.push(entry);
    return entry;
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = this.#log(request);
    const fault = this.#faults.take(entry.operation, isHttpFault);
    // The rest of an upload stays unread, so the client is still sending when the server hangs.
    if (fault?.fault === "hang") return;
    if (fault?.fault === "reset") {
      request.destroy();
      return;
    }
    const body = await readAll(request);
    if (fault !== undefined) {
      const { status, headers, body: text } = errorReply(fault);
      if (entry.operation === "tts.convert") entry.noteBody(jsonOrText(body));
      response.writeHead(status, headers).end(text);
      entry.status = status;
      return;
    }
    const reply = await answer(this.#service, entry, request, body);
    entry.status = reply.status;
    await sendReply(this.#service, entry.operation, reply, response);
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const entry = this.#log(request);
    const fault = this.#faults.take(entry.operation, isHttpFault);
    if (fault?.fault === "hang") {
      // Keep reading, to notice when the client leaves.
      socket.resume().on("end", () => socket.end());
      return;
    }
    if (fault?.fault === "reset") {
      socket.destroy();
      return;
    }
    const { operation } = entry;
    if (fault === undefined && (operation === "tts.stream" || operation === "tts.connect")) {
      this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        entry.status = 101;
        serveStream(this.#service, entry, request, webSocket);
      });
      return;
    }
    const refusal = fault ?? ({ fault: "status", status: 404 } as const);
    entry.status = refuseUpgrade(refusal, socket);
  }
}

function refuseUpgrade(
  fault: Extract<HttpFault, { fault: "status" | "redirect" }>,
  socket: Duplex,
): number {
  const { status, headers, body } = errorReply(fault);
  const lines = Object.entries({
    ...headers,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join("")}\r\n${body}`);
  return status;
}

function errorReply(fault: Extract<HttpFault, { fault: "status" | "redirect" }>): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  if (fault.fault === "redirect") {
    return { status: 302, headers: { location: fault.location }, body: "" };
  }
  return {
    status: fault.status,
    headers: { "content-type": "application/json", ...fault.headers },
    body: fault.body ?? errorBody(fault.status, "a fault was asked for"),
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
