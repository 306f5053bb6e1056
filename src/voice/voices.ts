import { VoiceInputError, VoiceNotFoundError, VoiceResponseError } from "./errors.js";
import { retry, within, type Call } from "./http/call.js";
import type { Service } from "./http/service.js";
import { callLimits, type CallOptions } from "./http/settings.js";

/** A voice as the service lists it, with any fields beyond the specification's three. */
export interface Voice {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

type Voices = readonly Voice[];

const VOICE_LIST_BYTES = 16 * 1024 * 1024;
const VOICES_NAMED_IN_ERRORS = 5;

/**
 * The voices of one operation. Rule 5 of the specification requires listing them before converting:
 * one request at a time, which all callers wait for, each as long and with as many retries as its own
 * call allows, and its answer is remembered.
 */
export class VoiceCatalogue {
  readonly #operation: "tts" | "vc";
  readonly service: Service;
  #known: Voices = [];
  #request: { readonly voices: Promise<Voices>; readonly signal: AbortSignal } | undefined;

  constructor(operation: "tts" | "vc", service: Service) {
    this.#operation = operation;
    this.service = service;
  }

  /** Asks the service, or waits for the answer to a caller who has asked. */
  async list(options?: CallOptions): Promise<Voices> {
    const limits = callLimits(this.service.settings, options);
    return await within(`Listing the ${this.#operation} voices`, limits, (call) =>
      retry(call, false, () => this.#ask(call)),
    );
  }

  /** @throws VoiceNotFoundError if a fresh list does not have the voice either */
  async require(voiceId: number, call: Call): Promise<void> {
    const isKnown = (): boolean => this.#known.some(({ id }) => id === voiceId);
    await retry(call, false, async () => void (isKnown() || (await this.#ask(call))));
    if (isKnown()) return;
    const { length } = this.#known;
    const some = this.#known.slice(0, VOICES_NAMED_IN_ERRORS).map(({ id }) => id);
    const named = `${some.join(", ")}${length > some.length ? ", ..." : ""}`;
    const message =
      length === 0
        ? `There is no voice ${voiceId}: the service lists no ${this.#operation} voices for these keys.`
        : `Voice ${voiceId} is not among the ${length} ${this.#operation} voices (${named}). Choose one of ${this.#operation}.listVoices().`;
    throw new VoiceNotFoundError(message, { voiceId });
  }

  async #ask({ signal }: Call): Promise<Voices> {
    for (;;) {
      const request = (this.#request ??= { voices: this.#send(signal), signal });
      try {
        return await request.voices;
      } catch (error) {
        // Where only the caller who asked has left, and took the request along, the next one asks.
        if (signal.aborted || !request.signal.aborted) throw error;
      }
    }
  }

  async #send(signal: AbortSignal): Promise<Voices> {
    const path = `/v1/${this.#operation}/voices`;
    const request = { path, maxBytes: VOICE_LIST_BYTES, parse: parseVoices };
    try {
      return (this.#known = await this.service.send(request, signal));
    } finally {
      this.#request = undefined;
    }
  }
}

/** @throws VoiceInputError if it cannot be the id of a voice */
export function checkVoiceId(voiceId: unknown): void {
  if (Number.isSafeInteger(voiceId) && Number(voiceId) > 0) return;
  const found = typeof voiceId === "number" ? voiceId : `a ${typeof voiceId}`;
  throw new VoiceInputError(
    `voiceId is ${found}. Pass the id of a voice from listVoices(), a whole number above 0.`,
  );
}

/** @throws VoiceInputError if the service could not speak it */
export function checkText(text: unknown): void {
  const isText = typeof text === "string";
  const at = isText ? text.search(/\p{Surrogate}/u) : -1;
  if (isText && text.trim() !== "" && at < 0) return;
  throw new VoiceInputError(
    !isText
      ? `text is of type ${typeof text}. Pass the text to speak.`
      : at < 0
        ? "text is empty. Pass the text to speak."
        : `text has half a character (a lone surrogate) at position ${at}. It was probably cut inside an emoji: cut it elsewhere.`,
  );
}

function parseVoices(body: Buffer): Voices {
  const refuse = (found: string): never => {
    throw new VoiceResponseError(found);
  };
  let list: unknown;
  try {
    list = JSON.parse(body.toString());
  } catch {
    const found = body.length === 0 ? "empty" : "not JSON";
    refuse(`The voice list is ${found}. Check that baseUrl is the voice service's address.`);
  }
  if (!Array.isArray(list)) return refuse("The voice list is JSON, but not an array of voices.");
  return list.map((entry: Partial<Voice> | null, index) => {
    const { id, name, description } = entry ?? {};
    if (!Number.isSafeInteger(id) || typeof name !== "string") {
      refuse(
        `Entry ${index} of the voice list has no whole-number id or no name, so it is not a voice.`,
      );
    }
    const text = typeof description === "string" ? description : "";
    return Object.freeze({ ...entry, description: text }) as Voice;
  });
}
