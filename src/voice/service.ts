import { VoiceError } from "./errors.js";
import { type CallOptions, check, type VoiceClientOptions } from "./checked-options.js";

const SETTINGS = ["baseUrl", "wsBaseUrl", "clientKey", "apiKey", "timeoutMs"];

/** How JSON, URLs and HTML write characters in other words, in which a key could hide. */
const ESCAPE = /\\[ux]|%[0-9a-f]{2}|&#?\w+;/i;

/** The service: its addresses, its keys, and requests to it. No error shows a key. */
export class Service {
  readonly timeoutMs: number;
  readonly wsBaseUrl: string;
  readonly #baseUrl: string;
  readonly #keys: { readonly clientKey: string; readonly apiKey: string };

  constructor(options: VoiceClientOptions) {
    check(options, [], SETTINGS);
    const { VOICE_BASE_URL, VOICE_WS_BASE_URL, VOICE_CLIENT_KEY, VOICE_API_KEY } = process.env;
    const { baseUrl = VOICE_BASE_URL, timeoutMs = 60_000 } = options;
    const { clientKey = VOICE_CLIENT_KEY, apiKey = VOICE_API_KEY } = options;
    // Beside an address from the options, one from the environment may be another service's: no keys for it.
    const other = options.baseUrl === undefined ? VOICE_WS_BASE_URL : undefined;
    const { wsBaseUrl = other ?? baseUrl?.replace("http", "ws") } = options;
    const settings = { baseUrl, wsBaseUrl, clientKey, apiKey, timeoutMs };
    check(settings, SETTINGS);
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
  async call<T>(what: string, options: CallOptions, work: (signal: AbortSignal) => Promise<T>) {
    check(options, [], ["timeoutMs", "signal"]);
    const { timeoutMs = this.timeoutMs, signal: caller } = options;
    // AbortSignal.timeout and any would leave a timer and 1 KiB for each call until much later.
    const own = new AbortController();
    const late = `${what} took longer than ${timeoutMs} ms. Set a larger timeoutMs, or try again later.`;
    const timer = setTimeout(() => own.abort(new VoiceError("timeout", late)), timeoutMs);
    const leave = () => own.abort(abortError(caller?.reason));
    caller?.addEventListener("abort", leave);
    try {
      return await new Promise<T>((resolve, reject) => {
        own.signal.addEventListener("abort", () => reject(own.signal.reason as Error));
        if (caller?.aborted === true) leave();
        else work(own.signal).then(resolve, reject);
      });
    } catch (error) {
      throw this.connectionError(what, error);
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener("abort", leave);
    }
  }

  /** Sends a request. @param body what is posted; a GET has none */
  async send(path: string, signal: AbortSignal, body?: Blob | FormData): Promise<Response> {
    const method = body === undefined ? "GET" : "POST";
    const { clientKey, apiKey } = this.#keys;
    const headers = { "X-Client-Key": clientKey, "X-Api-Key": apiKey };
    // fetch would send both keys to wherever a redirect points.
    const init = { method, headers, body, redirect: "manual", signal } as const;
    const answer = await fetch(this.#baseUrl + path, init);
    if (answer.ok) return answer;
    const said = this.shown(await textOf(answer).catch(() => ""));
    throw refused(`${method} ${path}`, answer.status, said && ` (${said})`);
  }

  /** An error of a library without its fields: they may hold requests and headers. */
  connectionError(what: string, error: unknown): VoiceError {
    if (error instanceof VoiceError) return error;
    const { message, code } = Object((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const [, status] = /^Unexpected server response: ([45]\d\d)$/.exec(message) ?? [];
    if (status !== undefined) return refused(what, Number(status));
    const found = `${what}: the connection failed (${code ?? this.shown(message)})`;
    return new VoiceError("connection", `${found}. Check the network and the address.`);
  }

  /** A text from elsewhere on one line, hidden if it may have a key in it, or eight of its letters and digits. */
  shown(whole: string): string {
    const text = whole.slice(0, 300);
    const bare = (one: string) => one.replace(/[^a-z\d]/gi, "").toLowerCase();
    const plain = bare(text);
    const isKey = Object.values(this.#keys).some((key) => {
      const letters = bare(key);
      const pieces = Array.from(letters.slice(7), (_, at) => letters.slice(at, at + 8));
      return text.includes(key) || pieces.some((piece) => plain.includes(piece));
    });
    if (isKey || ESCAPE.test(text)) return "[not shown: it may repeat a key]";
    return text.replace(/[\s\p{C}]+/gu, " ");
  }
}

/** @param said what the answer has for a text */
function refused(what: string, status: number, said = ""): VoiceError {
  const isKeys = status === 401 || status === 403;
  const moved =
    "It refers to another address, which would get the keys: set baseUrl to the right one.";
  const otherwise = status < 400 ? moved : "Check address and request, or try again later.";
  const advice = isKeys ? "Check both keys." : otherwise;
  const message = `${what} was answered with ${status}${said}. ${advice}`;
  return new VoiceError(isKeys ? "keys" : "status", message, { status });
}

/** The text of an answer. What follows after the most characters is not read: it may never end. */
export async function textOf({ body }: Response, most = 2 ** 14): Promise<string> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? [])
    if ((text += part).length > most) break;
  return text;
}

export function abortError(cause: unknown): VoiceError {
  return new VoiceError("abort", "Aborted by the caller.", { cause });
}
