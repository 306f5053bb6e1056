import type { KeySource } from "./credentials.js";
import { resolveEndpoints, type Endpoints } from "./endpoints.js";
import { VoiceInputError } from "../errors.js";

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

export interface Settings {
  readonly endpoints: Endpoints;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly maxAudioBytes: number;
  readonly maxFrameBytes: number;
}

/** The longest delay that Node's timers take, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @throws VoiceInputError if an option is unusable */
export function resolveSettings(options: VoiceClientOptions): Settings {
  return {
    endpoints: resolveEndpoints(options),
    timeoutMs: whole("timeoutMs", options.timeoutMs ?? 60_000, 1, LONGEST_TIMER_MS),
    maxRetries: whole("maxRetries", options.maxRetries ?? 2, 0, 100),
    retryDelayMs: whole("retryDelayMs", options.retryDelayMs ?? 500, 0, LONGEST_TIMER_MS),
    maxAudioBytes: whole("maxAudioBytes", options.maxAudioBytes ?? 256 * 1024 ** 2, 1, 2 ** 32),
    maxFrameBytes: whole("maxFrameBytes", options.maxFrameBytes ?? 16 * 1024 ** 2, 1, 2 ** 31 - 1),
  };
}

/** The limits of a call, checked; the client's where the call has none. */
export function callLimits(
  settings: Settings,
  options: CallOptions,
): { timeoutMs: number; maxRetries: number } {
  return {
    timeoutMs: whole("timeoutMs", options.timeoutMs ?? settings.timeoutMs, 1, LONGEST_TIMER_MS),
    maxRetries: whole("maxRetries", options.maxRetries ?? settings.maxRetries, 0, 100),
  };
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new VoiceInputError(
    `${name} is ${String(value)}. Give a whole number from ${least} to ${most}.`,
  );
}
