import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Voice } from "../voices.js";
import { isBodyFault, type BodyFault, type FaultQueue, type Operation } from "./faults.js";
import type { LogEntry } from "./request-log.js";
import { Speech, type WavSizes } from "./speech.js";

/** State and settings of the service, shared by HTTP and streams. */
export interface Service {
  readonly clientKey: string;
  readonly apiKey: string;
  readonly ttsVoices: readonly Voice[];
  readonly vcVoices: readonly Voice[];
  readonly msPerCharacter: number;
  readonly wavSizes: WavSizes;
  readonly repeatHeaders: boolean;
  readonly frameBytes: number;
  readonly frameDelayMs: number;
  readonly faults: FaultQueue;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Speech;
}

const PIECE_BYTES = 64 * 1024;
/** Bytes per second of the service's format, for uploads that do not say theirs. */
const USUAL_BYTE_RATE = 64_000;

/** The specification's four HTTP endpoints, and the check that the official client starts with. */
export async function answer(
  service: Service,
  entry: LogEntry,
  request: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const url = new URL(request.url ?? "/", "http://localhost");
  if (!url.pathname.startsWith("/v1/")) return error(404, "there is nothing here");
  const { headers } = request;
  if (headers["x-client-key"] !== service.clientKey || headers["x-api-key"] !== service.apiKey) {
    return error(401, "the client key or the API key is wrong");
  }
  switch (entry.operation) {
    case "tts.listVoices":
      return json(service.ttsVoices);
    case "vc.listVoices":
      return json(service.vcVoices);
    case "tts.convert":
      return speakText(service, entry, body);
    case "vc.convert":
      return convertVoice(service, entry, url, headers["content-type"] ?? "", body);
    case "tts.stream":
    case "tts.connect":
      return error(426, "this is a WebSocket endpoint");
    case undefined:
      if (request.method === "POST" && url.pathname === "/v1/auth/check") return json({});
      return error(404, "there is no such endpoint");
  }
}

function speakText(service: Service, entry: LogEntry, body: Buffer): Reply {
  const sent = jsonOrText(body);
  entry.noteBody(sent);
  if (typeof sent !== "object" || sent === null) return error(400, "the body is not a JSON object");
  const fields = sent as { voiceId?: unknown; text?: unknown };
  if (!Number.isInteger(fields.voiceId)) return error(400, "voiceId must be an integer");
  if (typeof fields.text !== "string" || fields.text === "") {
    return error(400, "text must be a non-empty string");
  }
  const voice = service.ttsVoices.find(({ id }) => id === fields.voiceId);
  if (voice === undefined) return error(404, "there is no such voice");
  return audio(new Speech(voice.id, fields.text.length * service.msPerCharacter));
}

/** What a body says, for the log. */
export function jsonOrText(body: Buffer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function convertVoice(
  service: Service,
  entry: LogEntry,
  url: URL,
  contentType: string,
  body: Buffer,
): Promise<Reply> {
  let file: ReturnType<FormData["get"]>;
  try {
    const sent = new Response(new Uint8Array(body), { headers: { "content-type": contentType } });
    file = (await sent.formData()).get("file");
  } catch {
    return error(400, "the body is not multipart/form-data");
  }
  if (file === null || typeof file === "string") return error(400, "the part `file` is missing");
  const bytes = Buffer.from(await file.arrayBuffer());
  entry.noteBody({ fileName: file.name, contentType: file.type, bytes: bytes.length });
  if (bytes.length === 0) return error(400, "the audio is empty");
  const voice = service.vcVoices.find(({ id }) => String(id) === url.searchParams.get("voiceId"));
  if (voice === undefined) return error(404, "there is no such voice");
  return audio(new Speech(voice.id, durationMs(bytes)));
}

/** Duration of an upload: by the byte rate of its WAV header, else by that of the service's format. */
function durationMs(bytes: Buffer): number {
  const isWav = bytes.length > 44 && bytes.toString("latin1", 0, 4) === "RIFF";
  const rate = isWav ? bytes.readUInt32LE(28) : USUAL_BYTE_RATE;
  return ((isWav ? bytes.length - 44 : bytes.length) * 1000) / (rate || USUAL_BYTE_RATE);
}

function json(value: unknown): Reply {
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, body: JSON.stringify(value) };
}

function audio(speech: Speech): Reply {
  const headers = {
    "content-type": "audio/wav",
    "audio-duration-ms": Math.round(speech.durationMs),
    "audio-size-bytes": speech.bytes,
  };
  return { status: 200, headers, body: speech };
}

function error(status: number, message: string): Reply {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: errorBody(status, message) };
}

/** The service's error body. */
export function errorBody(status: number, message: string): string {
  return JSON.stringify({ text: `Error ${status}`, code: status, message });
}

/** Sends a reply, or what a fault makes of it. */
export async function sendReply(
  service: Service,
  operation: Operation | undefined,
  reply: Reply,
  response: ServerResponse,
): Promise<void> {
  const fault = service.faults.take(operation, isBodyFault);
  if (fault?.fault === "body") {
    response.writeHead(200, { "content-type": fault.contentType ?? "application/json" });
    response.end(fault.body);
    return;
  }
  const length = typeof reply.body === "string" ? Buffer.byteLength(reply.body) : reply.body.bytes;
  if (fault?.fault === "short") {
    response.writeHead(reply.status, { ...reply.headers, "content-length": length >> 1 });
  } else if (fault?.fault === "endless") {
    response.writeHead(reply.status, reply.headers);
  } else {
    response.writeHead(reply.status, { ...reply.headers, "content-length": length });
  }
  const pieces = bodyPieces(service, reply.body);
  if (fault === undefined) await pipeline(Readable.from(pieces), response);
  else await sendFaulty(fault, pieces, length, response);
}

function* bodyPieces(service: Service, body: string | Speech): Generator<Buffer, void> {
  if (typeof body === "string") {
    yield Buffer.from(body);
  } else {
    yield body.header(service.wavSizes);
    yield* body.pieces(PIECE_BYTES);
  }
}

async function sendFaulty(
  fault: Exclude<BodyFault, { fault: "body" }>,
  pieces: Iterable<Buffer>,
  length: number,
  response: ServerResponse,
): Promise<void> {
  switch (fault.fault) {
    case "drip":
      for (const byte of Buffer.concat([...pieces])) {
        if (response.destroyed) return;
        response.write(Buffer.from([byte]));
        await sleep(fault.everyMs);
      }
      response.end();
      return;
    case "endless":
      await pipeline(Readable.from(forEver(pieces)), response);
      return;
    case "short":
      response.end(half(pieces, length));
      return;
    case "hang-in-body":
      response.write(half(pieces, length));
      return;
    case "truncated":
      response.write(half(pieces, length), () => response.destroy());
      return;
  }
}

function half(pieces: Iterable<Buffer>, length: number): Buffer {
  return Buffer.concat([...pieces]).subarray(0, Math.floor(length / 2));
}

function* forEver(pieces: Iterable<Buffer>): Generator<Buffer, never> {
  yield* pieces;
  const more = Buffer.alloc(PIECE_BYTES);
  for (;;) yield more;
}
