import { check } from "../arguments.js";
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

const DEFAULTS = {
  ...{ timeoutMs: 60_000, idleMs: 600_000, maxRetries: 2, retryDelayMs: 500 },
  ...{ maxAudioBytes: 256 * 1024 ** 2, maxFrameBytes: 16 * 1024 ** 2 },
};
const ADDRESSES_AND_KEYS = ["baseUrl", "wsBaseUrl", "clientKey", "apiKey"];

export interface Settings extends Readonly<typeof DEFAULTS> {
  /** Base addresses without a trailing slash; the paths of the specification follow them. */
  readonly http: string;
  readonly webSocket: string;
}

/** A call's limits: its own, else the client's. */
export type Limits = Settings & Pick<CallOptions, "signal">;

/**
 * A base URL from the options is never combined with a WebSocket address from the environment,
 * because the keys would go to two services.
 * @throws VoiceInputError if an option is unusable or unknown, or an address not safe for the keys
 */
export function resolveSettings(options: VoiceClientOptions): Settings {
  check("The client's options", options, [], [...ADDRESSES_AND_KEYS, ...Object.keys(DEFAULTS)]);
  const { VOICE_BASE_URL, VOICE_WS_BASE_URL } = process.env;
  const { baseUrl = VOICE_BASE_URL, wsBaseUrl, clientKey: _, apiKey: __, ...numbers } = options;
  if (baseUrl === undefined || baseUrl === "") {
    throw new VoiceInputError(
      "The service's address is missing. Give it as the option baseUrl or in VOICE_BASE_URL.",
    );
  }
  const http = checkedUrl("baseUrl", baseUrl, "http");
  const other = options.baseUrl === undefined ? VOICE_WS_BASE_URL : undefined;
  const webSocket = checkedUrl(
    "wsBaseUrl",
    wsBaseUrl ?? other ?? http.replace(/^http/, "ws"),
    "ws",
  );
  return { ...DEFAULTS, ...given(numbers), http, webSocket };
}

/** @param known the options that the call has. @throws VoiceInputError if one is unusable or unknown */
export function callLimits(
  settings: Settings,
  options: CallOptions = {},
  known: readonly (keyof CallOptions)[] = ["signal", "timeoutMs", "maxRetries"],
): Limits {
  check("The call's options", options, [], known);
  return { ...settings, ...given(options) };
}

/** The options that are not undefined. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof given<T>>;
}

/** Does not quote the address, because it may contain a password. */
function checkedUrl(option: string, text: string, plain: "http" | "ws"): string {
  const secure = `${plain}s:`;
  const refuse = (wrong: string): never => {
    throw new VoiceInputError(`${option} ${wrong}`);
  };
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
