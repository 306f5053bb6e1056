import { inspect } from "node:util";
import { VoiceError } from "./errors.js";

export interface CallOptions {
  /** Milliseconds for a whole call; for a stream, the longest silence. Default: 60,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface VoiceClientOptions extends Pick<CallOptions, "timeoutMs"> {
  /** HTTP address of the service; else VOICE_BASE_URL. */
  readonly baseUrl?: string;
  /** WebSocket address; else VOICE_WS_BASE_URL, else baseUrl with ws instead of http. */
  readonly wsBaseUrl?: string;
  /** Client credential; else VOICE_CLIENT_KEY. */
  readonly clientKey?: string;
  /** API key; else VOICE_API_KEY. */
  readonly apiKey?: string;
}

const ADDRESS = [
  /^((http|ws)s:\/\/|(http|ws):\/\/(localhost|127(\.\d+){3}|\[::1\])(?=[:/]|$))[^@?#\s]*$/,
  "an address without password and query; keys go through https and wss only, except to this machine",
] as const;
/** Two keys of this length stay under the 16 KiB that Node and most other servers allow for all headers. */
const KEY = [/^[!-~]{1,4096}$/, "1 to 4,096 characters of ASCII without spaces"] as const;

/** What arguments and options have to be, by name. */
const RULES: Readonly<Record<string, readonly [RegExp, wanted: string, type?: string]>> = {
  voiceId: [/^-?\d{1,16}$/, "the id of a voice from listVoices()", "number"],
  text: [/^(?=[^]*\S)\P{Surrogate}+$/u, "a text to speak, without half of a character"],
  path: [/./, "the path of a file"],
  signal: [/^\[object AbortSignal\]$/, "the signal of an AbortController", "object"],
  timeoutMs: [/^[1-9]\d{0,8}$/, "milliseconds, a whole number from 1 to 999,999,999", "number"],
  baseUrl: ADDRESS,
  wsBaseUrl: ADDRESS,
  clientKey: KEY,
  apiKey: KEY,
};

/** Refuses what is missing, unusable or unknown. @throws VoiceError */
export function check(given: object, required: readonly string[], more: readonly string[] = []) {
  const known = [...required, ...more];
  const all = Object(given) === given ? given : { options: given };
  const values = new Map<string, unknown>(Object.entries(all));
  for (const name of new Set([...values.keys(), ...known])) {
    const value = values.get(name);
    const [pattern, wanted, type = "string"] = RULES[name] ?? [/^/, "it", typeof value];
    // A regular expression would take null for the text "null", which would be spoken and billed.
    const isRight = typeof value === type && pattern.test(value as string);
    const isKnown = known.includes(name);
    if (value === undefined ? !required.includes(name) : isKnown && isRight) continue;
    // No key, and no address with a password in it, is shown.
    const isShown = isKnown && !/Key|Url/.test(name);
    const found = value === undefined ? "missing" : isShown ? inspect(value) : "unusable";
    const rule = isKnown ? wanted : `only ${known.join(", ")}`;
    throw new VoiceError("input", `${name} is ${found.slice(0, 60)}. Give ${rule}.`);
  }
}
