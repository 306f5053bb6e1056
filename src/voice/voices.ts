import { retry, within, type Call } from "./http/call.js";
import { VoiceNotFoundError, VoiceResponseError } from "./errors.js";
import { callLimits, type CallOptions } from "./options.js";
import { parseJson, type Service } from "./http/service.js";

/** A voice as the service lists it, with any fields beyond the specification's three. */
export interface Voice {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

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
  #known: readonly Voice[] = [];
  #request:
    { readonly signal: AbortSignal; readonly answer: Promise<readonly Voice[]> } | undefined;

  constructor(operation: "tts" | "vc", service: Service) {
    this.#operation = operation;
    this.service = service;
  }

  /** Asks the service, or waits for the answer to a caller who has asked. */
  async list(options?: CallOptions): Promise<readonly Voice[]> {
    const limits = callLimits(this.service.settings, options);
    return await within(`Listing the ${this.#operation} voices`, limits, (call) =>
      retry(call, false, () => this.#ask(call.signal)),
    );
  }

  /** @throws VoiceNotFoundError if a fresh list does not have the voice either */
  async require(voiceId: number, call: Call): Promise<void> {
    const isIn = (voices: readonly Voice[]): boolean => voices.some(({ id }) => id === voiceId);
    if (isIn(this.#known)) return;
    const voices = await retry(call, false, () => this.#ask(call.signal));
    if (isIn(voices)) return;
    const some: (number | string)[] = voices.slice(0, VOICES_NAMED_IN_ERRORS).map(({ id }) => id);
    if (voices.length > some.length) some.push("...");
    const kind = `${this.#operation} voices`;
    const listed =
      voices.length === 0
        ? `the service lists no ${kind} for these keys.`
        : `the ${voices.length} ${kind} are ${some.join(", ")}. Choose one of ${this.#operation}.listVoices().`;
    throw new VoiceNotFoundError(`There is no voice ${voiceId}: ${listed}`, { voiceId });
  }

  async #ask(signal: AbortSignal): Promise<readonly Voice[]> {
    const request = (this.#request ??= { signal, answer: this.#send(signal) });
    return await request.answer.catch((error: unknown) => {
      // If it failed only because the caller who sent it left, the next one sends another.
      if (signal.aborted || !request.signal.aborted) throw error;
      return this.#ask(signal);
    });
  }

  async #send(signal: AbortSignal): Promise<readonly Voice[]> {
    const path = `/v1/${this.#operation}/voices`;
    const request = { path, maxBytes: VOICE_LIST_BYTES, parse: parseVoices };
    try {
      return (this.#known = await this.service.send(request, signal));
    } finally {
      this.#request = undefined;
    }
  }
}

function parseVoices(body: Buffer): readonly Voice[] {
  const list = parseJson(body.toString());
  if (!Array.isArray(list)) {
    const found = body.length === 0 ? "empty" : list === undefined ? "not JSON" : "not an array";
    throw new VoiceResponseError(
      `The voice list is ${found}. Check that baseUrl is the voice service's address.`,
    );
  }
  return list.map((entry: Partial<Voice> | null, index) => {
    const { id, name, description } = entry ?? {};
    if (Number.isSafeInteger(id) && typeof name === "string") {
      const text = typeof description === "string" ? description : "";
      return Object.freeze({ ...entry, description: text }) as Voice;
    }
    throw new VoiceResponseError(
      `Entry ${index} of the voice list has no whole-number id or no name, so it is not a voice.`,
    );
  });
}
