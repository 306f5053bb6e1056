import { setTimeout as sleep } from "node:timers/promises";
import type { Credentials } from "./credentials.js";
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
import type { Settings } from "./settings.js";
import type { Deadline } from "./within.js";

export interface HttpRequest<T> {
  readonly method: "GET" | "POST";
  /** With its query, relative to the base URL. */
  readonly path: string;
  readonly body?: string | FormData;
  readonly maxBytes: number;
  /** Turns the body of a 200 into the result, or throws a VoiceResponseError. */
  readonly parse: (body: Buffer, headers: Headers) => T;
}

/** If the connection failed with one of these, no request was sent. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/;
/** Answers of a gateway or limiter: the service itself did no work. */
const SAFE_STATUSES = [429, 502, 503, 504];
const LONGEST_RETRY_DELAY_MS = 8_000;
/** An error body is only read for its message. */
const ERROR_BODY_BYTES = 64 * 1024;

/** HTTP with the keys, and retries that cannot bill twice. */
export class HttpTransport {
  readonly #settings: Settings;
  readonly #credentials: Credentials;

  constructor(settings: Settings, credentials: Credentials) {
    this.#settings = settings;
    this.#credentials = credentials;
  }

  /** @param isBilled whether the service bills the work: then fewer failures are retried */
  async retry<T>(
    work: () => Promise<T>,
    {
      deadline,
      maxRetries,
      isBilled,
    }: { deadline: Deadline; maxRetries: number; isBilled: boolean },
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const asked = error instanceof VoiceApiError ? error.retryAfterMs : undefined;
        const doubled = Math.min(
          this.#settings.retryDelayMs * 2 ** attempt,
          LONGEST_RETRY_DELAY_MS,
        );
        const delay = asked ?? doubled * (0.75 + Math.random() / 2);
        // A wait beyond the call's time limit would only hide the answer.
        const isOver = attempt >= maxRetries || delay >= deadline.remainingMs();
        if (isOver || !isRetryable(error, isBilled)) throw error;
        await sleep(delay, undefined, { signal: deadline.signal });
      }
    }
  }

  /** Sends a request once. */
  async send<T>(request: HttpRequest<T>, signal: AbortSignal): Promise<T> {
    const { method, path, body = null, maxBytes, parse } = request;
    const { clientKey, apiKey } = await this.#credentials.keys();
    const type = typeof body === "string" ? { "Content-Type": "application/json" } : {};
    const headers = { "X-Client-Key": clientKey, "X-Api-Key": apiKey, ...type };
    const what = `${method} ${path}`;
    let response: Response | undefined;
    try {
      // fetch would send both keys to wherever a redirect points.
      const init = { method, headers, body, redirect: "manual", signal } as const;
      response = await fetch(this.#settings.http + path, init);
      if (!response.ok) throw await this.#statusError(what, response);
      return parse(await readBody(response, maxBytes, what), response.headers);
    } catch (error) {
      if (error instanceof VoiceError || signal.aborted) throw error;
      throw this.#connectionError(what, error, response !== undefined);
    }
  }

  async #statusError(what: string, response: Response): Promise<VoiceError> {
    const body = await readBody(response, ERROR_BODY_BYTES, what).catch(() => Buffer.alloc(0));
    return statusError(what, response, body, this.#credentials.shown);
  }

  #connectionError(what: string, error: unknown, isAnswered: boolean): VoiceError {
    const code = errorCode(error) ?? "";
    const cause = this.#credentials.safe(error);
    if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
      const found = "the service was silent for 300 s, the limit of fetch";
      return new VoiceTimeoutError(`${what}: ${found}. Try again later.`, { cause });
    }
    const beforeSending = !isAnswered && BEFORE_SENDING.test(code);
    const found = isAnswered
      ? "the answer was cut short"
      : beforeSending
        ? "the service could not be reached"
        : "the connection broke before an answer came";
    const advice = beforeSending ? "Check the network and baseUrl, then try again." : "Try again.";
    const told = `${what}: ${found}${code && ` (${code})`}. ${advice}`;
    return new VoiceConnectionError(told, { beforeSending, cause });
  }
}

/** The typed error of an HTTP status, for calls and refused WebSocket upgrades. */
export function statusError(
  what: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  body: Buffer,
  shown: (text: string) => string,
): VoiceError {
  if (status >= 300 && status < 400) {
    return new VoiceResponseError(
      `${what} was answered with ${status}, a redirect, which would send the keys elsewhere. Set baseUrl or wsBaseUrl to the service's new address.`,
    );
  }
  const { detail, serviceCode } = describeErrorBody(body, shown);
  const retryAfterMs = retryAfter(headers.get("retry-after"));
  const wait = retryAfterMs === undefined ? "" : ` for ${Math.ceil(retryAfterMs / 1000)} s`;
  const [ErrorClass, advice] =
    status === 401 || status === 403
      ? [VoiceAuthenticationError, "Check the client key and the API key on the account page."]
      : status === 429
        ? [VoiceRateLimitError, `Wait${wait}, then try again.`]
        : status >= 500
          ? [VoiceApiError, `The service failed; wait${wait}, then try again.`]
          : status === 408
            ? [VoiceApiError, "The service waited too long for the request; try again."]
            : status === 413
              ? [VoiceApiError, "Convert less at a time, or stream it."]
              : [VoiceApiError, "Correct the request."];
  const message = `${what} was answered with ${status}${detail && `: ${detail}`}. ${advice}`;
  return new ErrorClass(message, { status, serviceCode, retryAfterMs });
}

function isRetryable(error: unknown, isBilled: boolean): boolean {
  if (error instanceof VoiceConnectionError) return !isBilled || error.beforeSending;
  if (!(error instanceof VoiceApiError)) return false;
  if (isBilled) return SAFE_STATUSES.includes(error.status);
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Milliseconds from a Retry-After header, in seconds or as a date; undefined if it is neither. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  // Date.parse reads "-5" as a year; a date in the header's format has letters.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The service's `{text, code, message}`, or the beginning of any other body, fit to be shown. */
export function describeErrorBody(
  body: Buffer,
  shown: (text: string) => string,
): { readonly detail: string; readonly serviceCode?: string | number } {
  const raw = body.toString();
  let sent: Record<string, unknown> = {};
  try {
    sent = (JSON.parse(raw) ?? {}) as Record<string, unknown>;
  } catch {
    // Not from the service: a proxy's page, for example.
  }
  const detail = [sent["message"], sent["text"], raw].find((text) => typeof text === "string");
  const { code } = sent;
  return {
    detail: shown(detail as string).replace(/\.$/, ""),
    ...(typeof code === "number" && { serviceCode: code }),
    ...(typeof code === "string" && { serviceCode: shown(code) }),
  };
}

async function readBody(response: Response, maxBytes: number, what: string): Promise<Buffer> {
  const declared = Number(response.headers.get("content-length"));
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (Math.max(length, declared) > maxBytes) {
      throw new VoiceResponseError(
        `${what}: the answer is longer than ${maxBytes} bytes. Convert less at a time, stream it, or raise maxAudioBytes.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
