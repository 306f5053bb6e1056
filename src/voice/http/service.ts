import {
  errorCode,
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceError,
  VoiceRateLimitError,
  VoiceResponseError,
  VoiceTimeoutError,
} from "../errors.js";
import { Credentials } from "./credentials.js";
import { resolveSettings, type Settings, type VoiceClientOptions } from "../options.js";

interface VoiceRequest<T> {
  /** With its query, relative to the base URL. */
  readonly path: string;
  /** What is posted; without it, the request is a GET. */
  readonly body?: string | FormData;
  readonly maxBytes: number;
  /** Turns the body of a 200 into the result, or throws a VoiceResponseError. */
  readonly parse: (body: Buffer, headers: Headers) => T | Promise<T>;
}

/** A response of `fetch`, or what a server answers instead of opening a WebSocket. */
type Answer = Pick<Response, "status" | "headers"> & {
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** If the connection failed with one of these, no request was sent. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/;
/** What a status means to the caller: the first of these that it matches. */
const MEANINGS = [
  [/40[13]/, VoiceAuthenticationError, "Check both keys on the service's account page."],
  [/408/, VoiceApiError, "The service waited too long for the request; try again."],
  [/413/, VoiceApiError, "Convert less at a time, or stream it."],
  [/429/, VoiceRateLimitError, "There were too many requests; try again later."],
  [/3../, VoiceResponseError, "This redirect is refused. Set baseUrl or wsBaseUrl to its target."],
  [/5../, VoiceApiError, "The service failed; try again later."],
  [/.*/, VoiceApiError, "Correct the request."],
] as const;
/** An error body is only read for its message. */
const ERROR_BODY_BYTES = 64 * 1024;

/** The service: its address, its keys, and requests to it. No error shows a key. */
export class Service {
  readonly settings: Settings;
  readonly credentials: Credentials;

  /** @throws VoiceInputError if an option, or the environment variable for it, is unusable */
  constructor(options: VoiceClientOptions) {
    this.settings = resolveSettings(options);
    this.credentials = new Credentials(options);
  }

  /** Sends a request once. */
  async send<T>({ path, body, maxBytes, parse }: VoiceRequest<T>, signal: AbortSignal): Promise<T> {
    const { clientKey, apiKey } = await this.credentials.get();
    const type: Record<string, string> =
      typeof body === "string" ? { "Content-Type": "application/json" } : {};
    const headers = { "X-Client-Key": clientKey, "X-Api-Key": apiKey, ...type };
    const method = body === undefined ? "GET" : "POST";
    const what = `${method} ${path}`;
    let response: Response | undefined;
    try {
      // fetch would send both keys to wherever a redirect points.
      const init = { method, headers, body: body ?? null, redirect: "manual", signal } as const;
      response = await fetch(this.settings.http + path, init);
      if (!response.ok) throw await this.statusError(what, response);
      const long = `${what}: the answer is longer than ${maxBytes} bytes. Convert less at a time, stream it, or raise maxAudioBytes.`;
      const refuse = (): Error => new VoiceResponseError(long);
      if (Number(response.headers.get("content-length")) > maxBytes) throw refuse();
      const bytes = await collect(response.body, maxBytes, refuse);
      return await parse(bytes, response.headers);
    } catch (error) {
      if (error instanceof VoiceError || signal.aborted) throw error;
      throw this.#connectionError(what, error, response !== undefined);
    }
  }

  /** The typed error of an answer that is not a success. */
  async statusError(what: string, { status, headers, body }: Answer): Promise<VoiceError> {
    const bytes = await collect(body, ERROR_BODY_BYTES).catch(() => Buffer.alloc(0));
    const { detail, serviceCode } = this.describe(bytes);
    const retryAfterMs = retryAfter(headers.get("retry-after") ?? "");
    const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
    const wait = seconds > 0 ? ` It asks you to wait for ${seconds} s.` : "";
    const [, ErrorClass, advice] = MEANINGS.find(([pattern]) => pattern.test(String(status)))!;
    const message = `${what} was answered with ${status}${detail && `: ${detail}`}. ${advice}${wait}`;
    return new ErrorClass(message, { status, serviceCode, retryAfterMs });
  }

  /** The service's `{text, code, message}`, or the beginning of any other body, made safe to show. */
  describe(body: Buffer): { readonly detail: string; readonly serviceCode?: unknown } {
    const raw = body.toString();
    const { message, text, code } = Object(parseJson(raw)) as Record<string, unknown>;
    const said = [message, text, raw].find((one) => typeof one === "string") as string;
    const detail = this.credentials.shown(said).replace(/\.$/, "");
    if (typeof code === "string") return { detail, serviceCode: this.credentials.shown(code) };
    return typeof code === "number" ? { detail, serviceCode: code } : { detail };
  }

  #connectionError(what: string, error: unknown, isAnswered: boolean): VoiceError {
    const code = errorCode(error) ?? "";
    const cause = this.credentials.safe(error);
    if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) {
      const found = "the service was silent for 300 s, the limit of fetch";
      return new VoiceTimeoutError(`${what}: ${found}. Try again later.`, { cause });
    }
    const beforeSending = !isAnswered && BEFORE_SENDING.test(code);
    const found = isAnswered ? "the answer was cut short" : "the connection broke before an answer";
    const told = beforeSending
      ? `the service could not be reached (${code}). Check the network and baseUrl, then try again.`
      : `${found}${code && ` (${code})`}. Try again.`;
    return new VoiceConnectionError(`${what}: ${told}`, { beforeSending, cause });
  }
}

/** Undefined if a text is not JSON, such as the page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds from a Retry-After header, in seconds or as a date; undefined if it is neither. */
function retryAfter(header: string): number | undefined {
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  // Date.parse reads "-5" as a year; a date in the header's format has letters.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Reads to the end. @param refuse the error for more than `maxBytes` */
export async function collect(
  source: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  refuse = (): Error => new RangeError(),
  signal?: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let left = maxBytes;
  for await (const part of source ?? []) {
    signal?.throwIfAborted();
    left -= part.length;
    if (left < 0) throw refuse();
    // A copy: a stream may reuse its buffer.
    parts.push(Uint8Array.from(part));
  }
  return Buffer.concat(parts);
}
