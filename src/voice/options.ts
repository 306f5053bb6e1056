import { VoiceInputError } from "./errors.js";
import type { KeySource } from "./http/credentials.js";

/** Whether a value is acceptable, and what to give instead if it is not. */
type Rule = readonly [isRight: (value: unknown) => boolean, wanted: string];

/** The longest delay that Node's timers take, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How many characters of a text a message shows. */
const LONGEST_SHOWN = 50;

/** The client's limits: the default, the minimum and the maximum of each. */
const LIMITS = {
  /** Milliseconds for a whole call with its retries; for a stream, the longest silence. Default: 60,000. */
  timeoutMs: [60_000, 1, LONGEST_TIMER_MS],
  /** Milliseconds that a stream may stay open while nobody sends or reads. Default: 600,000. */
  idleMs: [600_000, 1, LONGEST_TIMER_MS],
  /** How often a call that cannot bill twice is retried. Streams are never retried. Default: 2. */
  maxRetries: [2, 0, 100],
  /** Milliseconds before the first retry; doubled for each further one. Default: 500. */
  retryDelayMs: [500, 0, LONGEST_TIMER_MS],
  /** Longest audio that convert holds in memory, in bytes. Default: 268,435,456. */
  maxAudioBytes: [256 * 1024 ** 2, 1, 2 ** 32],
  /** Longest single frame of a stream, in bytes. Default: 16,777,216. */
  maxFrameBytes: [16 * 1024 ** 2, 1, 2 ** 31 - 1],
} as const;

type LimitOptions = { readonly [Name in keyof typeof LIMITS]?: number | undefined };

export interface VoiceClientOptions extends LimitOptions {
  /** HTTP address of the service; else VOICE_BASE_URL. */
  readonly baseUrl?: string;
  /** WebSocket address; else VOICE_WS_BASE_URL, else baseUrl with ws instead of http. */
  readonly wsBaseUrl?: string;
  /** Client credential, or a function that returns it; else VOICE_CLIENT_KEY. */
  readonly clientKey?: KeySource;
  /** API key, or a function that returns it; else VOICE_API_KEY. */
  readonly apiKey?: KeySource;
}

/** Options that every call takes; they override the client's. */
export interface CallOptions extends Pick<LimitOptions, "timeoutMs" | "maxRetries"> {
  readonly signal?: AbortSignal;
}

export interface Settings extends Readonly<Record<keyof typeof LIMITS, number>> {
  /** Base addresses without a trailing slash; the paths of the specification follow them. */
  readonly http: string;
  readonly webSocket: string;
}

/** A call's limits: its own, else the client's. */
export type Limits = Settings & Pick<CallOptions, "signal">;

/** Arguments and options by name: a name means the same in every call. */
const RULES: Readonly<Record<string, Rule>> = {
  ...ofLimits(([, least, most]) => between(least, most, "a whole number from ")),
  voiceId: [
    (value) => Number.isSafeInteger(value) && Number(value) > 0,
    "the id of a voice from listVoices(), a whole number above 0",
  ],
  text: [
    (value) => isFilled(value) && !/\p{Surrogate}/u.test(value),
    "a text to speak, without half a character (a lone surrogate, as of an emoji that was cut)",
  ],
  signal: [(value) => value instanceof AbortSignal, "the signal of an AbortController"],
  path: [isFilled, "the path of a .wav file"],
  maxBytes: between(1, Infinity),
  client: [
    (value) =>
      typeof (value as { tts?: { convert?: unknown } } | null)?.tts?.convert === "function",
    "a VoiceClient",
  ],
  script: [(value) => typeof value === "string", "the text of a script"],
  folder: [isFilled, "the folder that the files go to"],
  pauseSeconds: between(0, 60),
  maxCharacters: between(0, Infinity),
};

/**
 * Refuses arguments that are missing, wrong or unknown. A value without a rule, such as a key, is
 * checked by the code that uses it.
 * @throws VoiceInputError
 */
export function check(
  what: string,
  given: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const known = [...required, ...optional];
  if (typeof given !== "object" || given === null) {
    const found = described(given);
    throw new VoiceInputError(`${what} is ${found}. Give an object with ${known.join(", ")}.`);
  }
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new VoiceInputError(
      `${what} cannot have ${unknown.join(", ")}. It knows ${known.join(", ")}.`,
    );
  }
  for (const name of known) {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    const [isRight, wanted] = RULES[name] ?? [() => true];
    if (isRight(value) || (value === undefined && optional.includes(name))) continue;
    throw new VoiceInputError(`${name} is ${described(value)}. Give ${wanted}.`);
  }
}

/**
 * The client's settings. A base URL from the options is never combined with a WebSocket address from
 * the environment, because the keys would go to two services.
 * @throws VoiceInputError if an option is unusable or unknown, or an address not safe for the keys
 */
export function resolveSettings(options: VoiceClientOptions): Settings {
  const defaults = ofLimits(([value]) => value);
  const addresses = ["baseUrl", "wsBaseUrl", "clientKey", "apiKey"];
  check("The client's options", options, [], [...addresses, ...Object.keys(defaults)]);
  const { baseUrl, wsBaseUrl, clientKey: _clientKey, apiKey: _apiKey, ...limits } = options;
  const { VOICE_BASE_URL, VOICE_WS_BASE_URL } = process.env;
  const http = checkedUrl("baseUrl", baseUrl ?? VOICE_BASE_URL ?? "", "http");
  const ws = wsBaseUrl ?? (baseUrl === undefined ? VOICE_WS_BASE_URL : undefined);
  const webSocket = checkedUrl("wsBaseUrl", ws ?? http.replace("http", "ws"), "ws");
  return { ...defaults, ...defined(limits), http, webSocket };
}

/** @param known the options that the call has. @throws VoiceInputError if one is unusable or unknown */
export function callLimits(
  settings: Settings,
  options: CallOptions = {},
  known: readonly (keyof CallOptions)[] = ["signal", "timeoutMs", "maxRetries"],
): Limits {
  check("The call's options", options, [], known);
  return { ...settings, ...defined(options) };
}

function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof defined<T>>;
}

function ofLimits<T>(make: (limit: readonly [value: number, least: number, most: number]) => T) {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, make(limit)]);
  return Object.fromEntries(entries) as Record<keyof typeof LIMITS, T>;
}

/** Does not quote the address, because it may contain a password. */
function checkedUrl(option: string, text: string, plain: "http" | "ws"): string {
  const secure = `${plain}s:`;
  const refuse = (wrong: string): never => {
    throw new VoiceInputError(`${option} ${wrong}`);
  };
  if (text === "") refuse("is missing. Give the service's address, or set VOICE_BASE_URL to it.");
  if (!URL.canParse(text)) refuse(`is not a URL: ${secure}//host is one.`);
  const { username, password, search, hash, protocol, hostname, href } = new URL(text);
  if (username || password) refuse("has a user name or a password. Remove them from it.");
  if (search || hash) refuse("has a query or a fragment. Give what the paths (/v1/...) follow.");
  // URL has normalized every spelling of an IPv4 address to four numbers.
  const isThisMachine = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  if (protocol !== secure && !(protocol === `${plain}:` && isThisMachine)) {
    refuse(`starts with ${protocol}//. Use ${secure}//, which keeps the keys secret on their way.`);
  }
  return href.replace(/\/+$/, "");
}

/** Whether it is a text with more than white space in it. */
function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function between(least: number, most: number, wholeNumber = ""): Rule {
  const isRight = (value: unknown): boolean =>
    typeof value === "number" &&
    value >= least &&
    value <= most &&
    (wholeNumber === "" || Number.isInteger(value));
  return [isRight, most === Infinity ? `${least} or more` : `${wholeNumber}${least} to ${most}`];
}

function described(value: unknown): string {
  if (value === undefined || value === null) return "missing";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `of type ${typeof value}`;
  return isFilled(value) ? JSON.stringify(value.slice(0, LONGEST_SHOWN)) : "empty";
}
