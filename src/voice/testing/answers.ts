import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { BodyFault, HttpFault } from "./faults.js";
import type { LogEntry } from "./log.js";
import type { Service } from "./options.js";
import { Speech } from "./speech.js";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array | Speech;
}

interface Sent {
  readonly entry: LogEntry;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const JSON_TYPE = { "content-type": "application/json" };
const PIECE_BYTES = 64 * 1024;
const HEADER_BYTES = 44;
/** Bytes per second of the service's format, for uploads that do not say theirs. */
const USUAL_BYTE_RATE = 64_000;

/** The specification's four HTTP endpoints, and the check that the official client starts with. */
export async function answer(service: Service, sent: Sent): Promise<Reply> {
  const { entry, url, headers } = sent;
  if (!url.pathname.startsWith("/v1/")) return errorReply(404, "there is nothing here");
  if (headers["x-client-key"] !== service.clientKey || headers["x-api-key"] !== service.apiKey) {
    return errorReply(401, "the client key or the API key is wrong");
  }
  switch (entry.operation) {
    case "tts.listVoices":
      return jsonReply(200, service.ttsVoices);
    case "vc.listVoices":
      return jsonReply(200, service.vcVoices);
    case "tts.convert":
      return speak(service, sent);
    case "vc.convert":
      return await convertVoice(service, sent);
    case undefined:
      if (url.pathname === "/v1/auth/check") return jsonReply(200, {});
      return errorReply(404, "no such endpoint");
    default:
      return errorReply(426, "this is a WebSocket endpoint");
  }
}

function speak(service: Service, { body }: Sent): Reply {
  const { voiceId, text } = Object(jsonOrText(body)) as { voiceId?: unknown; text?: unknown };
  if (!Number.isInteger(voiceId)) return errorReply(400, "voiceId must be an integer");
  if (typeof text !== "string" || text === "") return errorReply(400, "the text is missing");
  if (text.length > service.maxCharacters) {
    return errorReply(413, `text has more than ${service.maxCharacters} characters`);
  }
  const voice = service.ttsVoices.find(({ id }) => id === voiceId);
  if (voice === undefined) return errorReply(404, "there is no such voice");
  return audioReply(new Speech(voice.id, text.length * service.msPerCharacter));
}

async function convertVoice(service: Service, { entry, url, headers, body }: Sent): Promise<Reply> {
  const type = { headers: { "content-type": headers["content-type"] ?? "" } };
  const form = await new Response(new Uint8Array(body), type).formData().catch(() => undefined);
  const file = form?.get("file");
  if (!(file instanceof Blob)) return errorReply(400, "the form has no part `file`");
  const bytes = Buffer.from(await file.arrayBuffer());
  const { length } = bytes;
  entry.body = entry.clean({ fileName: file.name, contentType: file.type, bytes: length });
  if (length === 0) return errorReply(400, "the audio is empty");
  const voice = service.vcVoices.find(({ id }) => String(id) === url.searchParams.get("voiceId"));
  if (voice === undefined) return errorReply(404, "there is no such voice");
  // The byte rate of its WAV header, else that of the service's format.
  const isWav = length > HEADER_BYTES && bytes.toString("latin1", 0, 4) === "RIFF";
  const rate = (isWav && bytes.readUInt32LE(28)) || USUAL_BYTE_RATE;
  return audioReply(new Speech(voice.id, ((length - (isWav ? HEADER_BYTES : 0)) * 1000) / rate));
}

/** What a body says. */
export function jsonOrText(body: Buffer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function jsonReply(status: number, value: unknown): Reply {
  return { status, headers: JSON_TYPE, body: JSON.stringify(value) };
}

function audioReply(speech: Speech): Reply {
  const duration = Math.round(speech.durationMs);
  const sizes = { "audio-duration-ms": duration, "audio-size-bytes": speech.bytes };
  return { status: 200, headers: { "content-type": "audio/wav", ...sizes }, body: speech };
}

/** An error with the service's body. */
export function errorReply(status: number, message: string): Reply {
  return jsonReply(status, { text: `Error ${status}`, code: status, message });
}

/** The answer that was asked for in place of the right one. */
export function faultReply(
  fault: Extract<HttpFault, { fault: "status" | "redirect" | "body" }>,
): Reply {
  if (fault.fault === "redirect") {
    return { status: 302, headers: { location: fault.location }, body: "" };
  }
  if (fault.fault === "body") {
    const type = fault.contentType ?? "application/json";
    return { status: 200, headers: { "content-type": type }, body: fault.body };
  }
  const { headers, body } = errorReply(fault.status, "a fault was asked for");
  return { ...fault, headers: { ...headers, ...fault.headers }, body: fault.body ?? body };
}

/** Sends a reply, or what a fault makes of it. */
export async function sendReply(
  { wavSizes }: Service,
  { status, headers, body }: Reply,
  response: ServerResponse,
  fault?: BodyFault,
): Promise<void> {
  const isSpeech = body instanceof Speech;
  const pieces = isSpeech
    ? [body.header(wavSizes), ...body.pieces(PIECE_BYTES)]
    : [Buffer.from(body)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const declared = fault?.fault === "short" ? length >> 1 : length;
  const size = fault?.fault === "endless" ? {} : { "content-length": declared };
  response.writeHead(status, { ...headers, ...size });
  await pipeline(spoil(pieces, length >> 1, response, fault), response);
}

/** @param half what some faults send of the pieces, in bytes */
async function* spoil(
  pieces: Iterable<Buffer>,
  half: number,
  response: ServerResponse,
  fault?: BodyFault,
): AsyncGenerator<Buffer, void> {
  const isCut = fault !== undefined && /^(hang-in-body|truncated|short)$/.test(fault.fault);
  let left = isCut ? half : Infinity;
  for (const piece of pieces) {
    if (fault?.fault !== "drip") yield piece.subarray(0, left);
    else for (const byte of piece) yield await sleep(fault.everyMs, Buffer.of(byte));
    left = Math.max(0, left - piece.length);
  }
  while (fault?.fault === "endless") yield Buffer.alloc(PIECE_BYTES);
  if (fault?.fault === "hang-in-body") await once(response, "close");
  if (fault?.fault === "truncated") {
    // Not before the system has taken what was written.
    await setImmediate();
    throw new Error("The connection is cut.");
  }
}
