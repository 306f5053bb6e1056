import type { Deadline } from "./http/deadline.js";
import { VoiceInputError, VoiceNotFoundError, VoiceResponseError } from "./errors.js";

/** A voice as the service lists it, with any fields beyond the specification's three. */
export interface Voice {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

interface SharedRequest {
  readonly voices: Promise<readonly Voice[]>;
  readonly controller: AbortController;
  waiting: number;
}

const VOICES_NAMED_IN_ERRORS = 5;

/**
 * The voices of one operation. Rule 5 of the specification requires listing them before converting:
 * one request, shared by all concurrent calls and remembered.
 */
export class VoiceCatalogue {
  readonly #operation: "tts" | "vc";
  readonly #fetch: (signal: AbortSignal) => Promise<readonly Voice[]>;
  #voices: readonly Voice[] | undefined;
  #request: SharedRequest | undefined;

  constructor(
    operation: "tts" | "vc",
    fetchVoices: (signal: AbortSignal) => Promise<readonly Voice[]>,
  ) {
    this.#operation = operation;
    this.#fetch = fetchVoices;
  }

  /** Asks the service, or joins a running request. */
  async list(deadline: Deadline): Promise<readonly Voice[]> {
    deadline.throwIfOver();
    const request = (this.#request ??= this.#start());
    request.waiting++;
    try {
      return await deadline.race(request.voices);
    } finally {
      // One caller's abort must not fail the others; the last abort ends the request.
      if (--request.waiting === 0) {
        request.controller.abort();
        if (this.#request === request) this.#request = undefined;
      }
    }
  }

  /** @throws VoiceNotFoundError if a fresh list does not have the voice either */
  async require(voiceId: number, deadline: Deadline): Promise<void> {
    if (this.#voices?.some(({ id }) => id === voiceId) === true) return;
    const voices = await this.list(deadline);
    if (voices.some(({ id }) => id === voiceId)) return;
    const some = voices.slice(0, VOICES_NAMED_IN_ERRORS).map(({ id }) => id);
    const more = voices.length > some.length ? ", ..." : "";
    throw new VoiceNotFoundError(
      some.length === 0
        ? `There is no voice ${voiceId}: the service lists no ${this.#operation} voices for these keys.`
        : `Voice ${voiceId} is not among the ${voices.length} ${this.#operation} voices (${some.join(", ")}${more}). Choose one of ${this.#operation}.listVoices().`,
      voiceId,
    );
  }

  #start(): SharedRequest {
    const controller = new AbortController();
    const voices = this.#fetch(controller.signal).then((list) => (this.#voices = list));
    return { voices, controller, waiting: 0 };
  }
}

/** @throws VoiceInputError if it cannot be the id of a voice */
export function checkVoiceId(voiceId: number): void {
  if (Number.isSafeInteger(voiceId) && voiceId > 0) return;
  throw new VoiceInputError(
    `voiceId is ${typeof voiceId === "number" ? voiceId : `a ${typeof voiceId}`}. Pass the id of a voice from listVoices(), a whole number above 0.`,
  );
}

/** @throws VoiceInputError if the service could not speak it */
export function checkText(text: string): void {
  if (typeof text !== "string") {
    throw new VoiceInputError(`text is of type ${typeof text}. Pass the text to speak.`);
  }
  if (text.trim() === "") throw new VoiceInputError("text is empty. Pass the text to speak.");
  const surrogate = text.search(/\p{Surrogate}/u);
  if (surrogate >= 0) {
    throw new VoiceInputError(
      `text has half a character (a lone surrogate) at position ${surrogate}. It was probably cut inside an emoji: cut it elsewhere.`,
    );
  }
}

/** The body of a voice list. */
export function parseVoices(body: Uint8Array): readonly Voice[] {
  let list: unknown;
  try {
    list = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new VoiceResponseError(
      `The voice list is ${body.length === 0 ? "empty" : "not JSON"}. Check that baseUrl is the voice service's address.`,
    );
  }
  if (!Array.isArray(list)) {
    throw new VoiceResponseError("The voice list is JSON, but not an array of voices.");
  }
  return list.map((voice: unknown, index) => parseVoice(voice, index));
}

function parseVoice(voice: unknown, index: number): Voice {
  const { id, name, description, ...further } = (voice ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || typeof name !== "string") {
    throw new VoiceResponseError(
      `Entry ${index} of the voice list has no whole-number id or no name, so it is not a voice.`,
    );
  }
  return Object.freeze({
    id: id as number,
    name,
    description: typeof description === "string" ? description : "",
    ...further,
  });
}
