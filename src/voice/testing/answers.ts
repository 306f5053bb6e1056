import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "../http/service.js";
import type { Voice } from "../voices.js";
import type { BodyFault, HttpFault, Operation } from "./faults.js";
import type { Logging } from "./log.js";
import type { ServerSettings } from "./options.js";
import { BYTES_A_SECOND, HEADER_BYTES, Speech } from "./speech.js";

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array;
}

interface Sent extends Logging {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Route = (settings: ServerSettings, sent: Sent) => Reply | Promise<Reply>;

/** The specification's six endpoints, and the check that the official client starts with. */
export const ROUTES: Readonly<Record<string, readonly [Operation | undefined, Route]>> = {
  "GET /v1/tts/voices": ["tts.listVoices", ({ ttsVoices }) => jsonReply(200, ttsVoices)],
  "POST /v1/tts/convert": ["tts.convert", speak],
  "GET /v1/vc/voices": ["vc.listVoices", ({ vcVoices }) => jsonReply(200, vcVoices)],
  "POST /v1/vc/convert": ["vc.convert", convertVoice],
  "GET /v1/tts/stream/simplex/ws": ["tts.stream", refuseStream],
  "GET /v1/tts/stream/duplex/ws": ["tts.connect", refuseStream],
  "POST /v1/auth/check": [undefined, () => jsonReply(200, {})],
};

/** The answer to a request, by its route. */
export async function answer(
  route: Route | undefined,
  settings: ServerSettings,
  sent: Sent,
): Promise<Reply> {
  const { url, headers } = sent;
  if (!url.pathname.startsWith("/v1/")) return errorReply(404, "there is nothing here");
  if (headers["x-client-key"] !== settings.clientKey || headers["x-api-key"] !== settings.apiKey) {
    return errorReply(401, "the client key or the API key is wrong");
  }
  return route === undefined ? errorReply(404, "no such endpoint") : await route(settings, sent);
}

function refuseStream(): Reply {
  return errorReply(426, "this is a WebSocket endpoint");
}

function speak(settings: ServerSettings, { body }: Sent): Reply {
  const { voiceId, text } = Object(jsonOrText(body)) as { voiceId?: unknown; text?: unknown };
  const { ttsVoices, maxCharacters, msPerCharacter } = settings;
  if (!Number.isInteger(voiceId)) return errorReply(400, "voiceId must be an integer");
  if (typeof text !== "string" || text === "") return errorReply(400, "the text is missing");
  if (text.length > maxCharacters) {
    return errorReply(413, `text has more than ${maxCharacters} characters`);
  }
  return audioReply(settings, ttsVoices, voiceId, text.length * msPerCharacter);
}

async function convertVoice(settings: ServerSettings, sent: Sent): Promise<Reply> {
  const { entry, clean, url, headers } = sent;
  const type = { headers: { "content-type": headers["content-type"] ?? "" } };
  const upload = new Response(new Uint8Array(sent.body), type);
  const file = (await upload.formData().catch(() => undefined))?.get("file");
  if (!(file instanceof Blob)) return errorReply(400, "the form has no part `file`");
  const bytes = Buffer.from(await file.arrayBuffer());
  const { length } = bytes;
  entry.body = clean({ fileName: file.name, contentType: file.type, bytes: length });
  if (length === 0) return errorReply(400, "the audio is empty");
  // The byte rate of its WAV header, else that of the service's format.
  const isWav = length > HEADER_BYTES && bytes.toString("latin1", 0, 4) === "RIFF";
  const rate = (isWav && bytes.readUInt32LE(28)) || BYTES_A_SECOND;
  const durationMs = ((length - (isWav ? HEADER_BYTES : 0)) * 1000) / rate;
  return audioReply(settings, settings.vcVoices, url.searchParams.get("voiceId"), durationMs);
}

/** What a body says. */
export function jsonOrText(body: Buffer): unknown {
  const text = body.toString();
  return parseJson(text) ?? text;
}

function jsonReply(status: number, value: unknown): Reply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function audioReply(
  { wavSizes }: ServerSettings,
  voices: readonly Voice[],
  voiceId: unknown,
  durationMs: number,
): Reply {
  const voice = voices.find(({ id }) => String(id) === String(voiceId));
  if (voice === undefined) return errorReply(404, "there is no such voice");
  const speech = new Speech(voice.id, durationMs);
  const body = Buffer.concat([speech.header(wavSizes), ...speech.pieces(BYTES_A_SECOND)]);
  const headers = {
    "content-type": "audio/wav",
    "audio-duration-ms": Math.round((speech.dataBytes * 1000) / BYTES_A_SECOND),
    "audio-size-bytes": body.length,
  };
  return { status: 200, headers, body };
}

/** An error with the service's body. */
export function errorReply(status: number, message: string): Reply {
  return jsonReply(status, { text: `Error ${status}`, code: status, message });
}

/** The answer that a fault puts in place of the right one. */
export function faultReply(fault: Exclude<HttpFault, { fault: "hang" | "reset" }>): Reply {
  switch (fault.fault) {
    case "redirect":
      return { status: 302, headers: { location: fault.location }, body: "" };
    case "body": {
      const { contentType = "application/json", body } = fault;
      return { status: 200, headers: { "content-type": contentType }, body };
    }
    case "status": {
      const { headers, body } = errorReply(fault.status, "a fault was asked for");
      return { body, ...fault, headers: { ...headers, ...fault.headers } };
    }
  }
}

/** Sends a reply, or what a fault makes of it. */
export async function sendReply(
  { status, headers, body }: Reply,
  response: ServerResponse,
  fault?: BodyFault,
): Promise<void> {
  const bytes = Buffer.from(body);
  const half = bytes.subarray(0, bytes.length >> 1);
  /** Resolves when the system has taken it, or the client has left. */
  const write = (part: Buffer): Promise<void> =>
    new Promise((resolve) => response.write(part, () => resolve()));
  const { length } = fault?.fault === "short" ? half : bytes;
  const size = fault?.fault === "endless" ? {} : { "content-length": length };
  response.writeHead(status, { ...headers, ...size });
  switch (fault?.fault) {
    case undefined:
      return void response.end(bytes);
    case "short":
      return void response.end(half);
    case "hang-in-body":
      return await write(half);
    case "truncated":
      await write(half);
      await setImmediate();
      return void response.destroy();
    case "drip":
      for (const byte of bytes) {
        if (response.destroyed) return;
        await write(Buffer.of(byte));
        await sleep(fault.everyMs);
      }
      return void response.end();
    case "endless":
      while (!response.destroyed) await write(Buffer.alloc(64 * 1024));
  }
}
