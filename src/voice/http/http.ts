import type { Credentials } from "./credentials.js";
import type { Deadline } from "./deadline.js";
import { errorCode, safeCause } from "../causes.js";
import {
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceError,
  VoiceRateLimitError,
  VoiceResponseError,
  VoiceTimeoutError,
} from "../errors.js";
import type { Settings } from "./settings.js";

export interface HttpRequest<T> {
  readonly method: "GET" | "POST";
  /** With its query, relative to the base URL. */
  readonly path: string;
  readonly body?: string | FormData;
  /** Whether the service bills it: then it is retried only if that cannot bill twice. */
  readonly billed: boolean;
  readonly maxBytes: number;
  /** Turns the body of a 200 into the result, or throws a VoiceResponseError. */
  readonly parse: (body: Uint8Array, headers: Headers) => T;
}

/** If the connection failed with one of these, no request was sent. */
const BEFORE_SENDING = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENETDOWN", "UND_ERR_CONNECT_TIMEOUT"],
]);
/** Answers of a gateway or limiter: the service itself did no work. */
const SAFE_STATUSES = new Set([429, 502, 503, 504]);
const LONGEST_RETRY_DELAY_MS = 8_000;
/** An error body is only read for its message. */
const ERROR_BODY_BYTES = 64 * 1024;
const DETAIL_LENGTH = 300;

/** HTTP with the keys, one deadline over all attempts, and retries that cannot bill twice. */
export class HttpTransport {
  readonly #settings: Settings;
  readonly #credentials: Credentials;

  constructor(settings: Settings, credentials: Credentials) {
    this.#settings = settings;
    this.#credentials = credentials;
  }

  async call<T>(request: HttpRequest<T>, deadline: Deadline, maxRetries: number): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, deadline);
      } catch (error) {
        if (attempt >= maxRetries || !isRetryable(error, request.billed)) throw error;
        const delay = this.#retryDelay(error, attempt);
        // A wait beyond the call's time limit would only hide the answer.
        if (delay >= deadline.remainingMs) throw error;
        await deadline.sleep(delay);
      }
    }
  }

  async #attempt<T>(request: HttpRequest<T>, deadline: Deadline): Promise<T> {
    const { clientKey, apiKey } = await deadline.race(this.#credentials.keys());
    const headers: Record<string, string> = { "X-Client-Key": clientKey, "X-Api-Key": apiKey };
    if (typeof request.body === "string") headers["Content-Type"] = "application/json";
    const what = `${request.method} ${request.path}`;
    let received = false;
    try {
      const response = await fetch(this.#settings.endpoints.http + request.path, {
        method: request.method,
        headers,
        body: request.body ?? null,
        // fetch would send both keys to wherever a redirect points.
        redirect: "manual",
        signal: deadline.signal,
      });
      received = true;
      if (!response.ok) throw await this.#apiError(what, response);
      const body = await readBody(response, request.maxBytes, what);
      return request.parse(body, response.headers);
    } catch (error) {
      deadline.throwIfOver();
      if (error instanceof VoiceError) throw error;
      throw this.#connectionError(what, error, received);
    }
  }

  async #apiError(what: string, response: Response): Promise<VoiceError> {
    const { status } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      return new VoiceResponseError(
        `${what} was answered with ${status}, a redirect, which would send the keys elsewhere. Set baseUrl to the service's new address.`,
      );
    }
    const body = await readBody(response, ERROR_BODY_BYTES, what).catch(() => new Uint8Array());
    return statusError(what, status, response.headers, body, this.#credentials.redact);
  }

  #connectionError(what: string, error: unknown, received: boolean): VoiceError {
    const code = errorCode(error);
    const cause = safeCause(error, this.#credentials.redact);
    if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
      return new VoiceTimeoutError(
        `${what}: the service was silent for 300 s, the limit of fetch.`,
        {
          cause,
        },
      );
    }
    const found = received ? "the answer was cut short" : "the service could not be reached";
    return new VoiceConnectionError(
      `${what}: ${found}${code === undefined ? "" : ` (${code})`}. Check the network and baseUrl, then try again.`,
      !received && code !== undefined && BEFORE_SENDING.has(code),
      cause,
    );
  }

  /** Milliseconds: what the service asks for, else doubled each time, with some jitter. */
  #retryDelay(error: unknown, attempt: number): number {
    if (error instanceof VoiceRateLimitError && error.retryAfterMs !== undefined) {
      return error.retryAfterMs;
    }
    const delay = this.#settings.retryDelayMs * 2 ** attempt;
    return Math.min(delay, LONGEST_RETRY_DELAY_MS) * (0.75 + Math.random() / 2);
  }
}

/** The typed error of an HTTP status, for calls and refused WebSocket upgrades. */
export function statusError(
  what: string,
  status: number,
  headers: Headers,
  body: Uint8Array,
  redact: (text: string) => string,
): VoiceApiError {
  const { detail, serviceCode } = describeErrorBody(body, redact);
  const message = `${what} was answered with ${status}${detail === "" ? "" : `: ${detail}`}`;
  const details = { status, serviceCode };
  if (status === 401 || status === 403) {
    return new VoiceAuthenticationError(
      `${message}. Check the client key and the API key on the service's account page.`,
      details,
    );
  }
  if (status === 429) {
    const after = retryAfter(headers.get("retry-after"));
    const wait = after === undefined ? "" : ` for ${Math.ceil(after / 1000)} s`;
    return new VoiceRateLimitError(`${message}. Wait${wait}, then try again.`, details, after);
  }
  const advice = status >= 500 ? "The service failed; try again later." : "Correct the request.";
  return new VoiceApiError(`${message}. ${advice}`, details);
}

function isRetryable(error: unknown, billed: boolean): boolean {
  if (error instanceof VoiceConnectionError) return !billed || error.beforeSending;
  if (!(error instanceof VoiceApiError)) return false;
  if (billed) return SAFE_STATUSES.has(error.status);
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Milliseconds from a Retry-After header, in seconds or as a date; undefined if it is neither. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  const date = Date.parse(header);
  // Date.parse reads "-5" as a year; a date in the header's format has letters.
  if (Number.isNaN(date) || !/[a-z]/i.test(header)) return undefined;
  return Math.max(0, date - Date.now());
}

/** The service's `{text, code, message}`, or the beginning of any other body. */
export function describeErrorBody(
  body: Uint8Array,
  redact: (text: string) => string,
): { detail: string; serviceCode?: string | number } {
  // Redacted before it is cut: half a key would not be recognised.
  const raw = redact(Buffer.from(body).toString());
  let detail = raw;
  let serviceCode: string | number | undefined;
  try {
    const { message, text, code } = JSON.parse(raw) as Record<string, unknown>;
    if (typeof text === "string") detail = text;
    if (typeof message === "string") detail = message;
    if (typeof code === "string" || typeof code === "number") serviceCode = code;
  } catch {
    // Not from the service: a proxy's page, for example.
  }
  return {
    detail: brief(redact(detail)).replace(/\.$/, ""),
    ...(serviceCode === undefined ? {} : { serviceCode }),
  };
}

/** One line of at most 300 characters. */
function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > DETAIL_LENGTH ? `${line.slice(0, DETAIL_LENGTH)}…` : line;
}

async function readBody(response: Response, maxBytes: number, what: string): Promise<Uint8Array> {
  const tooLong = (): VoiceResponseError =>
    new VoiceResponseError(
      `${what}: the answer is longer than ${maxBytes} bytes. Convert less at a time, stream it, or raise maxAudioBytes.`,
    );
  if (response.body === null) return new Uint8Array();
  if (Number(response.headers.get("content-length")) > maxBytes) {
    await response.body.cancel();
    throw tooLong();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
