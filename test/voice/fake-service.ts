import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

import { WebSocketServer } from "ws";

import type { Voice } from "../../src/voice/index.js";
import { serveStream, speech } from "./fake-stream.js";

/** The six things the service does, as the client names them. */
export type Operation =
  "tts.listVoices" | "tts.convert" | "vc.listVoices" | "vc.convert" | "tts.stream" | "tts.connect";

/** What goes wrong with the next request of an operation, or of any. */
export type Fault = { readonly on?: Operation; readonly times?: number } & Readonly<
  // Instead of an answer, or of opening a stream:
  | { fault: "status"; status: number; headers?: Record<string, string>; body?: string }
  | { fault: "body"; body: string | Uint8Array }
  | { fault: "hang" | "reset" }
  // In the body of an answer; `short` is half a body that claims to be all of it:
  | { fault: "drip"; everyMs: number }
  | { fault: "hang-in-body" | "truncated" | "short" | "endless" }
  // In an open stream, after so many bytes of sound:
  | { fault: "close"; code?: number; reason?: string; afterBytes?: number }
  | { fault: "terminate" | "stall"; afterBytes?: number }
  | { fault: "empty-frames"; everyMs: number; afterBytes?: number }
  | { fault: "text-frame"; text: string; afterBytes?: number }
  | { fault: "flood"; bytes: number; frameBytes?: number }
  | { fault: "never-close" }
>;

/** Which faults can happen when. */
const MOMENTS = {
  request: /^(status|body|hang|reset)$/,
  body: /^(drip|hang-in-body|truncated|short|endless)$/,
  stream: /^(close|terminate|stall|empty-frames|text-frame|flood|never-close)$/,
};

/** One request as the service saw it. */
export interface LoggedRequest {
  readonly operation?: Operation;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** What was posted: parsed JSON, or the file of a voice conversion. */
  body?: unknown;
  /** Status of the answer; 101 for an open stream, absent if there was no answer. */
  status?: number;
  /** The client's messages in a stream. */
  readonly messages: unknown[];
  /** How a stream ended. */
  close?: { readonly code: number; readonly by: "client" | "service" };
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /v1/tts/voices": "tts.listVoices",
  "POST /v1/tts/convert": "tts.convert",
  "GET /v1/vc/voices": "vc.listVoices",
  "POST /v1/vc/convert": "vc.convert",
  "GET /v1/tts/stream/simplex/ws": "tts.stream",
  "GET /v1/tts/stream/duplex/ws": "tts.connect",
};

const SETTINGS = {
  port: 0,
  clientKey: `client-${randomUUID()}`,
  apiKey: `api-${randomUUID()}`,
  ttsVoices: [1, 2, 3].map((id) => ({ id, name: `Voice ${id}`, description: "" })) as Voice[],
  vcVoices: [{ id: 11, name: "Voice 11", description: "" }] as Voice[],
  /** Milliseconds of sound for each character. */
  msPerCharacter: 60,
  /** Whether headers have the right sizes instead of the service's placeholders. */
  rightSizes: false,
  /** Whether a duplex stream starts every text with a header. */
  repeatHeaders: false,
  frameBytes: 16 * 1024,
  frameDelayMs: 0,
};
export type Settings = typeof SETTINGS;

export type FakeService = Awaited<ReturnType<typeof startFakeService>>;

/** The voice service on a local port, HTTP and WebSocket. It hums for as long as a text is, and fails on request. */
export async function startFakeService(options: Partial<Settings> = {}) {
  const settings = { ...SETTINGS, ...options };
  const { clientKey, apiKey } = settings;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 2 ** 28 });
  const requests: LoggedRequest[] = [];
  const faults: { readonly fault: Fault; left: number }[] = [];
  const sockets = new Set<Socket>();
  const http = createServer({ keepAliveTimeout: 60_000 }).listen(settings.port, "127.0.0.1");
  await once(http, "listening");
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const faultOf = (operation: Operation | undefined, moment: keyof typeof MOMENTS) => {
    const next = faults.find(
      ({ left, fault: { on = operation, fault } }) =>
        left > 0 && on === operation && MOMENTS[moment].test(fault),
    );
    if (next !== undefined) next.left--;
    return next?.fault;
  };

  async function serve(request: IncomingMessage, response: ServerResponse, head?: Buffer) {
    const { socket, headers } = request;
    const url = new URL(request.url ?? "", baseUrl);
    const operation = OPERATIONS[`${request.method} ${url.pathname}`];
    const entry: LoggedRequest = { operation, path: request.url ?? "", headers, messages: [] };
    requests.push(entry);
    const fault = faultOf(operation, "request");
    // The rest of an upload stays unread. An upgrade is read, to notice when the client leaves.
    if (fault?.fault === "hang")
      return void (head && socket.resume().on("end", () => socket.end()));
    if (fault?.fault === "reset") return void socket.destroy();
    if (fault === undefined && head !== undefined) {
      response.detachSocket(socket);
      return webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        entry.status = 101;
        serveStream(webSocket, settings, entry, url, faultOf(operation, "stream"));
      });
    }
    const body = head === undefined ? await buffer(request) : Buffer.of();
    const reply =
      fault?.fault === "status"
        ? { body: errorBody(fault.status, "a fault was asked for"), ...fault }
        : fault?.fault === "body"
          ? { status: 200, body: fault.body }
          : await answer(settings, entry, url, body);
    entry.status = reply.status;
    await sendReply(reply, response, fault === undefined ? faultOf(operation, "body") : undefined);
  }
  // If it fails, the client has left: there is nobody to answer.
  const onRequest = (...[request, ...rest]: Parameters<typeof serve>): void =>
    void serve(request, ...rest).catch(() => request.socket.destroy());
  http.on("request", (request, response) => onRequest(request, response));
  http.on("upgrade", (request, socket: Socket, head) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => socket.end());
    onRequest(request, response, head);
  });
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });

  const clientOptions = { baseUrl, clientKey, apiKey };
  return {
    settings,
    clientOptions,
    baseUrl,
    wsBaseUrl: baseUrl.replace("http", "ws"),
    /** The same for a process. */
    env: { VOICE_BASE_URL: baseUrl, VOICE_CLIENT_KEY: clientKey, VOICE_API_KEY: apiKey },
    requests,
    operations: () => requests.map(({ operation }) => operation),
    openConnections: () => sockets.size,
    fail: (fault: Fault): void => void faults.push({ fault, left: fault.times ?? 1 }),
    reset: (): void => void (requests.length = faults.length = 0),
    close: async (): Promise<void> => {
      const closed = once(http, "close");
      http.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array;
}

function errorBody(status: number, message: string): string {
  return JSON.stringify({ text: `Error ${status}`, code: status, message });
}

async function answer(
  settings: Settings,
  entry: LoggedRequest,
  url: URL,
  body: Buffer,
): Promise<Reply> {
  const { operation, headers } = entry;
  const error = (status: number, message: string) => ({ status, body: errorBody(status, message) });
  if (headers["x-client-key"] !== settings.clientKey || headers["x-api-key"] !== settings.apiKey) {
    return error(401, "the client key or the API key is wrong");
  }
  const sound = (voices: readonly Voice[], voiceId: unknown, ms: number): Reply => {
    if (!voices.some(({ id }) => String(id) === String(voiceId)))
      return error(404, "no such voice");
    const { header, sound: samples } = speech(ms, settings.rightSizes);
    const all = Buffer.concat([header, samples]);
    return { status: 200, headers: { "audio-size-bytes": all.length }, body: all };
  };
  switch (operation) {
    case "tts.listVoices":
      return { status: 200, body: JSON.stringify(settings.ttsVoices) };
    case "vc.listVoices":
      return { status: 200, body: JSON.stringify(settings.vcVoices) };
    case "tts.convert": {
      const { voiceId, text } = (entry.body = JSON.parse(body.toString())) as {
        voiceId: number;
        text: string;
      };
      return sound(settings.ttsVoices, voiceId, text.length * settings.msPerCharacter);
    }
    case "vc.convert": {
      const type = { headers: { "content-type": headers["content-type"] ?? "" } };
      const file = (await new Response(new Uint8Array(body), type).formData()).get("file") as File;
      const { name, type: contentType, size: bytes } = file;
      entry.body = { name, contentType, bytes };
      return sound(settings.vcVoices, url.searchParams.get("voiceId"), (bytes - 44) / 64);
    }
    default:
      return error(404, "no such endpoint");
  }
}

/** Large, as an endless answer is only refused after 256 MiB. */
const PART = Buffer.alloc(2 ** 22);

async function sendReply(
  { status, headers, body }: Reply,
  response: ServerResponse,
  fault?: Fault,
) {
  const bytes = Buffer.from(body);
  const half = bytes.subarray(0, bytes.length >> 1);
  /** Resolves when the system has taken it, or the client has left. */
  const write = (part: Buffer): Promise<void> =>
    new Promise((resolve) => response.write(part, () => resolve()));
  const { length } = fault?.fault === "short" ? half : bytes;
  const size = fault?.fault === "endless" ? {} : { "content-length": length };
  response.writeHead(status, { ...headers, ...size });
  if (fault?.fault === "drip") {
    for (const byte of bytes) {
      if (response.destroyed) return;
      await write(Buffer.of(byte));
      await sleep(fault.everyMs);
    }
  } else if (fault?.fault === "endless") {
    while (!response.destroyed) await write(PART);
  } else if (fault?.fault === "hang-in-body") {
    return await write(half);
  } else if (fault?.fault === "truncated") {
    await write(half);
    await setImmediate();
    return void response.destroy();
  }
  response.end(fault === undefined ? bytes : fault.fault === "short" ? half : undefined);
}
