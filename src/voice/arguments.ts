import { VoiceInputError } from "./errors.js";

/** Whether a value will do, and what to give in place of one that will not. */
type Rule = readonly [isRight: (value: unknown) => boolean, wanted: string];

interface Convertible {
  readonly tts?: { readonly convert?: unknown };
}

/** The longest delay that Node's timers take, 24.8 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Characters of a text in a message. */
const LONGEST_SHOWN = 50;

/** Arguments and options by name: each means the same wherever it is given. */
const RULES: Readonly<Record<string, Rule>> = {
  voiceId: [
    (value) => Number.isSafeInteger(value) && Number(value) > 0,
    "the id of a voice from listVoices(), a whole number above 0",
  ],
  text: [
    (value) => isFilled(value) && !/\p{Surrogate}/u.test(value),
    "a text to speak, without half a character (a lone surrogate, as of an emoji that was cut)",
  ],
  signal: [(value) => value instanceof AbortSignal, "the signal of an AbortController"],
  timeoutMs: whole(1, LONGEST_TIMER_MS),
  idleMs: whole(1, LONGEST_TIMER_MS),
  maxRetries: whole(0, 100),
  retryDelayMs: whole(0, LONGEST_TIMER_MS),
  maxAudioBytes: whole(1, 2 ** 32),
  maxFrameBytes: whole(1, 2 ** 31 - 1),
  path: [isFilled, "the path of a .wav file"],
  maxBytes: from(1, Infinity),
  client: [
    (value) => typeof (value as Convertible | null)?.tts?.convert === "function",
    "a VoiceClient",
  ],
  script: [(value) => typeof value === "string", "the text of a script"],
  folder: [isFilled, "the folder that the files go to"],
  pauseSeconds: from(0, 60),
  maxCharacters: from(0, Infinity),
};

/**
 * Refuses arguments that are missing, wrong, or that nobody would look at. What no rule is for, such
 * as a key, is checked by who uses it.
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

function described(value: unknown): string {
  if (value === undefined || value === null) return "missing";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `of type ${typeof value}`;
  return value.trim() === "" ? "empty" : JSON.stringify(value.slice(0, LONGEST_SHOWN));
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function from(least: number, most: number): Rule {
  const isRight = (value: unknown): boolean =>
    typeof value === "number" && value >= least && value <= most;
  return [isRight, most === Infinity ? `${least} or more` : `${least} to ${most}`];
}

function whole(least: number, most: number): Rule {
  const [isBetween, wanted] = from(least, most);
  return [(value) => Number.isInteger(value) && isBetween(value), `a whole number from ${wanted}`];
}
