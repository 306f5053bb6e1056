import { VoiceInputError } from "../errors.js";
import type { KeySource } from "./credentials.js";

export interface VoiceClientOptions {
  /** HTTP address of the service; else VOICE_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** WebSocket address; else VOICE_WS_BASE_URL, else baseUrl with ws instead of http. */
  readonly wsBaseUrl?: string | undefined;
  /** Client credential, or a function that returns it; else VOICE_CLIENT_KEY. */
  readonly clientKey?: KeySource | undefined;
  /** API key, or a function that returns it; else VOICE_API_KEY. */
  readonly apiKey?: KeySource | undefined;
  /** Milliseconds for a whole call; for a stream, the longest silence. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that a stream may stay open while nobody sends or reads. Default: 600,000. */
  readonly idleMs?: number | undefined;
  /** Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds before the first retry; doubled for each further one. Default: 500. */
  readonly retryDelayMs?: number | undefined;
  /** Longest audio that convert holds in memory, in bytes. Default: 268,435,456. */
  readonly maxAudioBytes?: number | undefined;
  /** Longest single frame of a stream, in bytes. Default: 16,777,216. */
  readonly maxFrameBytes?: number | undefined;
}

/** Options that every call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call with its retries; for a stream, the longest silence. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that cannot bill twice is retried. Streams are never retried. */
  readonly maxRetries?: number | undefined;
}

/** The longest delay that Node's timers take, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Default, least and most of each number among the options. */
const NUMBERS = {
  timeoutMs: [60_000, 1, LONGEST_TIMER_MS],
  idleMs: [600_000, 1, LONGEST_TIMER_MS],
  maxRetries: [2, 0, 100],
  retryDelayMs: [500, 0, LONGEST_TIMER_MS],
  maxAudioBytes: [256 * 1024 ** 2, 1, 2 ** 32],
  maxFrameBytes: [16 * 1024 ** 2, 1, 2 ** 31 - 1],
} as const;
type Numbers = Readonly<Record<keyof typeof NUMBERS, number>>;

export interface Settings extends Numbers {
  /** Base addresses without a trailing slash; the paths of the specification follow them. */
  readonly http: string;
  readonly webSocket: string;
}

/** A call's limits: its own, else the client's. */
export type Limits = Numbers & Pick<CallOptions, "signal">;

const OPTIONS = ["baseUrl", "wsBaseUrl", "clientKey", "apiKey", ...Object.keys(NUMBERS)];

/**
 * A base URL from the options is never combined with a WebSocket address from the environment,
 * because the keys would go to two services.
 * @throws VoiceInputError if an option is unusable or unknown, or an address not safe for the keys
 */
export function resolveSettings(options: VoiceClientOptions): Settings {
  checkFields("The client's options", options, OPTIONS);
  const { VOICE_BASE_URL, VOICE_WS_BASE_URL } = process.env;
  const { baseUrl = VOICE_BASE_URL, wsBaseUrl } = options;
  if (baseUrl === undefined || baseUrl === "") {
    throw new VoiceInputError(
      "The service's address is missing. Give it as the option baseUrl or in VOICE_BASE_URL.",
    );
  }
  const http = checkedUrl("baseUrl", baseUrl, "http");
  const other = options.baseUrl === undefined ? VOICE_WS_BASE_URL : undefined;
  const webSocket = wsBaseUrl ?? other ?? http.replace(/^http/, "ws");
  return { ...numbersOf(options), http, webSocket: checkedUrl("wsBaseUrl", webSocket, "ws") };
}

/** @param known the options that the call has. @throws VoiceInputError if one is unusable or unknown */
export function callLimits(
  settings: Settings,
  options: CallOptions = {},
  known: readonly (keyof CallOptions)[] = ["signal", "timeoutMs", "maxRetries"],
): Limits {
  checkFields("The call's options", options, known);
  const { signal, timeoutMs = settings.timeoutMs, maxRetries = settings.maxRetries } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new VoiceInputError("signal is not an AbortSignal. Pass the one of an AbortController.");
  }
  return { signal, ...numbersOf({ ...settings, timeoutMs, maxRetries }) };
}

/** @throws VoiceInputError if an argument is no object, or has a field that nobody would look at */
export function checkFields(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== "object" || given === null) {
    const found = given === undefined || given === null ? "missing" : `a ${typeof given}`;
    throw new VoiceInputError(
      `${what} must be an object, and it is ${found}: ${known.join(", ")}.`,
    );
  }
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new VoiceInputError(
    `${what} cannot have ${unknown.join(", ")}. It knows ${known.join(", ")}.`,
  );
}

function numbersOf(given: Partial<Record<keyof Numbers, number | undefined>>): Numbers {
  const numbers = Object.entries(NUMBERS).map(([name, [standard, least, most]]) => {
    const value = given[name as keyof Numbers] ?? standard;
    if (Number.isInteger(value) && value >= least && value <= most) return [name, value];
    const found = typeof value === "number" ? value : `a ${typeof value}`;
    throw new VoiceInputError(`${name} is ${found}. Give a whole number from ${least} to ${most}.`);
  });
  return Object.fromEntries(numbers) as Numbers;
}

/** Does not quote the address, because it may contain a password. */
function checkedUrl(option: string, text: string, plain: "http" | "ws"): string {
  const secure = `${plain}s:`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { username, password, search, hash, protocol, hostname } = url ?? ({} as Partial<URL>);
  // URL has normalized every spelling of an IPv4 address to four numbers.
  const isThisMachine = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname ?? "");
  const wrong =
    url === undefined
      ? `is not a URL: ${secure}//host is one.`
      : username || password
        ? "has a user name or a password. Remove them from it."
        : search || hash
          ? "has a query or a fragment. Give what the paths (/v1/...) follow."
          : protocol !== secure && protocol !== `${plain}:`
            ? `starts with ${protocol}//, not ${secure}//.`
            : protocol !== secure && !isThisMachine
              ? `would send the keys over plain ${plain}:// to ${hostname}. Use ${secure}// for it.`
              : undefined;
  if (url === undefined || wrong !== undefined) throw new VoiceInputError(`${option} ${wrong}`);
  return url.href.replace(/\/+$/, "");
}
