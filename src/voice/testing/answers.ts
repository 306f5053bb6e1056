import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { BodyFault, HttpFault } from "./faults.js";
import type { LogEntry } from "./log.js";
import type { Service } from "./options.js";
import { Speech } from "./speech.js";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Speech;
}

interface Sent {
  readonly entry: LogEntry;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const JSON_TYPE = { "content-type": "application/json" };
const PIECE_BYTES = 64 * 1024;
/** Bytes per second of the service's format, for uploads that do not say theirs. */
const USUAL_BYTE_RATE = 64_000;

/** The specification's four HTTP endpoints, and the check that the official client starts with. */
export async function answer(
  service: Service,
  { entry, url, headers, body }: Sent,
  fault: HttpFault | undefined,
): Promise<Reply> {
  const { operation } = entry;
  const sent = operation === "tts.convert" ? jsonOrText(body) : undefined;
  entry.noteBody(sent);
  if (fault !== undefined) return faultReply(fault);
  if (!url.pathname.startsWith("/v1/")) return errorReply(404, "there is nothing here");
  if (headers["x-client-key"] !== service.clientKey || headers["x-api-key"] !== service.apiKey) {
    return errorReply(401, "the client key or the API key is wrong");
  }
  if (operation === "tts.listVoices") return jsonReply(service.ttsVoices);
  if (operation === "vc.listVoices") return jsonReply(service.vcVoices);
  if (operation === "tts.convert") return speak(service, sent);
  if (operation === "vc.convert") {
    return await convertVoice(service, entry, url, headers["content-type"] ?? "", body);
  }
  if (operation !== undefined) return errorReply(426, "this is a WebSocket endpoint");
  return url.pathname === "/v1/auth/check" ? jsonReply({}) : errorReply(404, "no such endpoint");
}

function speak(service: Service, sent: unknown): Reply {
  const { voiceId, text } = (typeof sent === "object" && sent !== null ? sent : {}) as {
    voiceId?: unknown;
    text?: unknown;
  };
  if (!Number.isInteger(voiceId)) return errorReply(400, "voiceId must be an integer");
  if (typeof text !== "string" || text === "") {
    return errorReply(400, "text must be a non-empty string");
  }
  if (text.length > service.maxCharacters) {
    return errorReply(413, `text has more than ${service.maxCharacters} characters`);
  }
  const voice = service.ttsVoices.find(({ id }) => id === voiceId);
  if (voice === undefined) return errorReply(404, "there is no such voice");
  return audioReply(new Speech(voice.id, text.length * service.msPerCharacter));
}

async function convertVoice(
  service: Service,
  entry: LogEntry,
  url: URL,
  contentType: string,
  body: Buffer,
): Promise<Reply> {
  const sent = new Response(new Uint8Array(body), { headers: { "content-type": contentType } });
  const form = await sent.formData().catch(() => undefined);
  if (form === undefined) return errorReply(400, "the body is not multipart/form-data");
  const file = form.get("file");
  if (!(file instanceof Blob)) return errorReply(400, "the part `file` is missing");
  const bytes = Buffer.from(await file.arrayBuffer());
  entry.noteBody({ fileName: file.name, contentType: file.type, bytes: bytes.length });
  if (bytes.length === 0) return errorReply(400, "the audio is empty");
  const voice = service.vcVoices.find(({ id }) => String(id) === url.searchParams.get("voiceId"));
  if (voice === undefined) return errorReply(404, "there is no such voice");
  // The byte rate of its WAV header, else that of the service's format.
  const isWav = bytes.length > 44 && bytes.toString("latin1", 0, 4) === "RIFF";
  const rate = (isWav && bytes.readUInt32LE(28)) || USUAL_BYTE_RATE;
  return audioReply(new Speech(voice.id, ((bytes.length - (isWav ? 44 : 0)) * 1000) / rate));
}

/** What a body says, for the log. */
function jsonOrText(body: Buffer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function jsonReply(value: unknown): Reply {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) };
}

function audioReply(speech: Speech): Reply {
  const duration = Math.round(speech.durationMs);
  const sizes = { "audio-duration-ms": duration, "audio-size-bytes": speech.bytes };
  return { status: 200, headers: { "content-type": "audio/wav", ...sizes }, body: speech };
}

/** An error with the service's body. */
export function errorReply(status: number, message: string): Reply {
  const body = JSON.stringify({ text: `Error ${status}`, code: status, message });
  return { status, headers: JSON_TYPE, body };
}

/** The answer that was asked for in place of the right one. */
export function faultReply(fault: HttpFault): Reply {
  if (fault.fault === "redirect") {
    return { status: 302, headers: { location: fault.location }, body: "" };
  }
  if (fault.fault !== "status") throw new Error(`${fault.fault} has no answer`);
  const { headers, body } = errorReply(fault.status, "a fault was asked for");
  return {
    status: fault.status,
    headers: { ...headers, ...fault.headers },
    body: fault.body ?? body,
  };
}

/** Sends a reply, or what a fault makes of it. */
export async function sendReply(
  { wavSizes }: Service,
  { status, headers, body }: Reply,
  response: ServerResponse,
  fault?: BodyFault | HttpFault,
): Promise<void> {
  if (fault?.fault === "body") {
    response.writeHead(200, { "content-type": fault.contentType ?? "application/json" });
    response.end(fault.body);
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.bytes;
  const declared = fault?.fault === "short" ? length >> 1 : length;
  const isEndless = fault?.fault === "endless";
  response.writeHead(status, {
    ...headers,
    ...(isEndless ? {} : { "content-length": declared }),
  });
  const pieces = function* (): Generator<Buffer> {
    if (typeof body === "string") yield Buffer.from(body);
    else yield* [body.header(wavSizes), ...body.pieces(PIECE_BYTES)];
    while (isEndless) yield Buffer.alloc(PIECE_BYTES);
  };
  const half = (): Buffer => Buffer.concat([...pieces()]).subarray(0, length >> 1);
  if (fault?.fault === "hang-in-body") response.write(half());
  else if (fault?.fault === "truncated") response.write(half(), () => response.destroy());
  else if (fault?.fault === "short") response.end(half());
  else if (fault?.fault === "drip") await drip(Buffer.concat([...pieces()]), fault, response);
  else await pipeline(Readable.from(pieces()), response);
}

async function drip(
  bytes: Buffer,
  { everyMs }: { readonly everyMs: number },
  response: ServerResponse,
): Promise<void> {
  for (const byte of bytes) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await sleep(everyMs);
  }
  response.end();
}
