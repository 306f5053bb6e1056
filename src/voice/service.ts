import { VoiceError } from "./errors.js";
import { cutShort } from "./audio.js";
import { type CallOptions, check, type VoiceClientOptions } from "./checked-options.js";

type Answer = Pick<Response, "status" | "headers"> & {
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** What a status means: the first of these that it matches. */
const MEANINGS = [
  [/40[13]/, "keys", "Check both keys on the service's account page."],
  [/429/, "rate limit", "Try again later, and less often."],
  [/408|5../, "status", "Try again later."],
  [/[123]../, "response", "Check the address; redirects are refused."],
  [/.*/, "status", "Correct the request; a long text can be streamed."],
] as const;
/** How JSON, URLs and HTML write characters in other words, in which a key could hide. */
const ESCAPE = /\\[ux]|%[0-9a-f]{2}|&#?\w+;/i;

/** The service: its addresses, its keys, and requests to it. No error shows a key. */
export class Service {
  readonly timeoutMs: number;
  readonly wsBaseUrl: string;
  readonly #baseUrl: string;
  readonly #keys: { readonly clientKey: string; readonly apiKey: string };

  constructor(options: VoiceClientOptions) {
    const { VOICE_BASE_URL, VOICE_WS_BASE_URL, VOICE_CLIENT_KEY, VOICE_API_KEY } = process.env;
    const { baseUrl = VOICE_BASE_URL, timeoutMs = 60_000 } = options;
    const { clientKey = VOICE_CLIENT_KEY, apiKey = VOICE_API_KEY } = options;
    // Beside an address from the options, one from the environment may be another service's: no keys for it.
    const other = options.baseUrl === undefined ? VOICE_WS_BASE_URL : undefined;
    const { wsBaseUrl = other ?? baseUrl?.replace("http", "ws") } = options;
    const settings = { baseUrl, wsBaseUrl, clientKey, apiKey, timeoutMs };
    check({ ...options, ...settings }, Object.keys(settings));
    this.#baseUrl = String(baseUrl).replace(/\/+$/, "");
    this.wsBaseUrl = String(wsBaseUrl).replace(/\/+$/, "");
    this.#keys = { clientKey: String(clientKey), apiKey: String(apiKey) };
    this.timeoutMs = timeoutMs;
  }

  /** What a stream begins with. */
  authMessage(): object {
    return { type: "authApiKey", ...this.#keys };
  }

  /** Does a call's work until its time is over, or the caller leaves: then its signal is aborted. */
  async call<T>(
    what: string,
    options: CallOptions,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    check(options, [], ["timeoutMs", "signal"]);
    const { timeoutMs = this.timeoutMs, signal: caller } = options;
    // AbortSignal.timeout and any would leave a timer and 1 KiB for each call until much later.
    const own = new AbortController();
    const late = `${what} took longer than ${timeoutMs} ms. Set a larger timeoutMs, or try again later.`;
    const timer = setTimeout(() => own.abort(new VoiceError("timeout", late)), timeoutMs);
    const leave = () => own.abort(abortError(caller?.reason));
    caller?.addEventListener("abort", leave);
    try {
      return await new Promise((resolve, reject) => {
        own.signal.addEventListener("abort", () => reject(own.signal.reason as Error));
        if (caller?.aborted === true) leave();
        else work(own.signal).then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener("abort", leave);
    }
  }

  /** Sends a request, and reads its answer. @param body what is posted; a GET has none */
  async send(path: string, signal: AbortSignal, body?: string | FormData): Promise<Buffer> {
    const method = body === undefined ? "GET" : "POST";
    const { clientKey, apiKey } = this.#keys;
    const headers = new Headers({ "X-Client-Key": clientKey, "X-Api-Key": apiKey });
    if (typeof body === "string") headers.set("Content-Type", "application/json");
    try {
      // fetch would send both keys to wherever a redirect points.
      const init = { method, headers, body, redirect: "manual", signal } as const;
      const response = await fetch(this.#baseUrl + path, init);
      if (!response.ok) throw await this.statusError(`${method} ${path}`, response);
      const bytes = await collect(response.body);
      const missing = Number(response.headers.get("audio-size-bytes")) - bytes.length;
      if (missing > 0) throw cutShort(missing);
      return bytes;
    } catch (error) {
      if (error instanceof VoiceError || signal.aborted) throw error;
      throw this.connectionError(`${method} ${path}`, error);
    }
  }

  /** The error of an answer that is not a success. */
  async statusError(what: string, { status, headers, body }: Answer): Promise<VoiceError> {
    const said = this.describe(await collect(body, 2 ** 16).catch(() => Buffer.of()));
    const wait = headers.get("retry-after") ?? "";
    const retryAfterMs = /^\d+$/.test(wait) ? Number(wait) * 1000 : undefined;
    const [, kind, advice] = MEANINGS.find(([pattern]) => pattern.test(String(status)))!;
    const message = `${what} was answered with ${status}${said && `: ${said}`}. ${advice}`;
    return new VoiceError(kind, message, { status, retryAfterMs });
  }

  /** A library's error without its fields: they may hold requests and headers. */
  connectionError(what: string, error: unknown): VoiceError {
    const { message, code } = Object((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const found = `${what}: the connection failed (${code ?? this.shown(message)})`;
    return new VoiceError("connection", `${found}. Check the network and the address.`, { code });
  }

  /** The message of the service's `{text, code, message}`, or any other body, made safe to show. */
  describe(body: Buffer): string {
    const { message, text } = Object(parseJson(body)) as Readonly<Record<string, unknown>>;
    const said = [message, text, body.toString()].find((one) => typeof one === "string");
    return this.shown(String(said)).replace(/\.$/, "");
  }

  /** A text from elsewhere on one line, hidden if it may have eight letters and digits of a key in it. */
  shown(text: string): string {
    const [plain = "", ...keys] = [text, ...Object.values(this.#keys)].map((one) =>
      one.replace(/[^a-z\d]/gi, "").toLowerCase(),
    );
    const pieces = Array.from(plain.slice(7), (_, at) => plain.slice(at, at + 8));
    const isKey = pieces.some((piece) => keys.some((key) => key.includes(piece)));
    const safe = isKey || ESCAPE.test(text) ? "[not shown: it may repeat a key]" : text;
    const line = safe.replace(/[\s\p{C}]+/gu, " ").trim();
    return line.slice(0, 300);
  }
}

export function abortError(cause: unknown): VoiceError {
  return new VoiceError("abort", "Aborted by the caller.", { code: "ABORT_ERR", cause });
}

/** Undefined if a text is not JSON, such as the page of a proxy. */
export function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** Reads all into memory. @param most of how many bytes. @throws VoiceError if there are more */
async function collect(body: Answer["body"], most = 2 ** 28): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let left = most;
  for await (const part of body ?? []) {
    left -= part.length;
    if (left < 0) throw new VoiceError("response", `There are more than ${most} bytes. Stream it.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
