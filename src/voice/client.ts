import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readAudio } from "./audio.js";
import { VoiceError } from "./errors.js";
import { type CallOptions, check, type VoiceClientOptions } from "./checked-options.js";
import { fileError, saveAudio, type SavedAudio } from "./save.js";
import { parseJson, Service } from "./service.js";
import { type AudioStream, DuplexSession } from "./stream.js";

/** A voice as the service lists it, with any fields beyond the specification's three. */
export interface Voice {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

export interface Speech {
  readonly voiceId: number;
  readonly text: string;
}

export interface Recording {
  readonly voiceId: number;
  /** Path of an audio file, its bytes, or a Blob. */
  readonly audio: string | Uint8Array | Blob;
}

/** Complete audio in memory, with the sizes in its header corrected. */
export interface VoiceAudio {
  readonly bytes: Uint8Array;
  /** How long it plays, if it is WAV. */
  readonly durationSeconds?: number;
  /** Writes it to a file. */
  save(path: string): Promise<SavedAudio>;
}

/**
 * A client of the voice service. It keeps nothing open between calls, so there is nothing to close.
 *
 * @example
 * const client = new VoiceClient(); // VOICE_BASE_URL, VOICE_CLIENT_KEY and VOICE_API_KEY
 * const [voice] = await client.tts.listVoices();
 * const speech = await client.tts.convert({ voiceId: voice.id, text: "The proposal has passed." });
 * await speech.save("passed.wav");
 */
export class VoiceClient {
  readonly tts: Tts;
  readonly vc: Vc;

  /** @throws VoiceError if an option, or the environment variable for it, is unusable */
  constructor(options: VoiceClientOptions = {}) {
    const service = new Service(options);
    this.tts = new Tts("tts", service);
    this.vc = new Vc("vc", service);
  }
}

/** Lists voices before converting, as the specification requires: one request, for which all callers wait. */
class Operation {
  readonly #kind: "tts" | "vc";
  protected readonly service: Service;
  #known: readonly Voice[] = [];
  #request?: { readonly signal: AbortSignal; readonly answer: Promise<readonly Voice[]> };

  constructor(kind: "tts" | "vc", service: Service) {
    this.#kind = kind;
    this.service = service;
  }

  /** Asks the service for the voices of this operation. */
  async listVoices(options: CallOptions = {}): Promise<readonly Voice[]> {
    return await this.service.call("Listing the voices", options, (signal) => this.#list(signal));
  }

  /** Refuses a voice that a fresh list does not have either. */
  protected async requireVoice(voiceId: number, signal: AbortSignal): Promise<void> {
    const isIn = (voices: readonly Voice[]): boolean => voices.some(({ id }) => id === voiceId);
    if (isIn(this.#known) || isIn(await this.#list(signal))) return;
    const ids = this.#known.map(({ id }) => id).join(", ");
    const found = `There is no voice ${voiceId} among the ${this.#kind} voices (${ids.slice(0, 50)})`;
    throw new VoiceError("unknown voice", `${found}. Choose one of listVoices().`);
  }

  protected async send(
    voiceId: number,
    query: string,
    bodyOf: () => string | Promise<FormData>,
    options: CallOptions = {},
  ): Promise<VoiceAudio> {
    return await this.service.call("The conversion", options, async (signal) => {
      const body = await bodyOf();
      await this.requireVoice(voiceId, signal);
      const bytes = await this.service.send(`/v1/${this.#kind}/convert${query}`, signal, body);
      // A text like JSON or HTML, without control characters: audio has some.
      if (/^\s*[{<][\s\x20-\xff]*$/.test(bytes.toString("latin1", 0, 999))) {
        const said = `The service answered with text instead of audio: ${this.service.describe(bytes)}.`;
        throw new VoiceError("response", said);
      }
      return await toAudio(bytes);
    });
  }

  async #list(signal: AbortSignal): Promise<readonly Voice[]> {
    const request = (this.#request ??= { signal, answer: this.#fetch(signal) });
    return await request.answer.catch((error: unknown) => {
      // If it failed only because the caller who sent it left, the next one sends another.
      if (signal.aborted || !request.signal.aborted) throw error;
      return this.#list(signal);
    });
  }

  async #fetch(signal: AbortSignal): Promise<readonly Voice[]> {
    try {
      return (this.#known = parseVoices(
        await this.service.send(`/v1/${this.#kind}/voices`, signal),
      ));
    } finally {
      this.#request = undefined;
    }
  }
}

/** Text to speech. */
export class Tts extends Operation {
  /** Speaks a text in one call. */
  async convert(speech: Speech, options?: CallOptions): Promise<VoiceAudio> {
    check(speech, ["voiceId", "text"]);
    const { voiceId, text } = speech;
    return await this.send(voiceId, "", () => JSON.stringify({ voiceId, text }), options);
  }

  /** Speaks a text of any length as a stream (simplex). Connects when it is read. */
  stream(speech: Speech, options?: CallOptions): AudioStream {
    check(speech, ["voiceId", "text"]);
    return this.#open(speech, options);
  }

  /** Opens a session that takes texts at any time (duplex). */
  async connect(voice: Omit<Speech, "text">, options?: CallOptions): Promise<DuplexSession> {
    check(voice, ["voiceId"]);
    return await this.#open(voice, options).open();
  }

  #open(of: Pick<Speech, "voiceId"> & Partial<Speech>, options: CallOptions = {}) {
    const prepare = (signal: AbortSignal) => this.requireVoice(of.voiceId, signal);
    return new DuplexSession(this.service, { ...of, prepare }, options);
  }
}

/** Voice conversion. */
export class Vc extends Operation {
  /** Speaks a recording in another voice. */
  async convert(recording: Recording, options?: CallOptions): Promise<VoiceAudio> {
    check(recording, ["voiceId", "audio"]);
    const { voiceId, audio } = recording;
    return await this.send(voiceId, `?voiceId=${voiceId}`, () => formOf(audio), options);
  }
}

function parseVoices(body: Buffer): readonly Voice[] {
  const list = parseJson(body);
  const isVoice = ({ id, name }: Partial<Voice>) =>
    Number.isSafeInteger(id) && typeof name === "string";
  if (Array.isArray(list) && list.every((one) => isVoice(Object(one) as Partial<Voice>))) {
    return list.map((voice: Voice) => ({ ...voice, description: voice.description ?? "" }));
  }
  const found = "The answer is not a list of voices with id and name. Check that baseUrl is right.";
  throw new VoiceError("response", found);
}

async function toAudio(body: Buffer): Promise<VoiceAudio> {
  const parts: Buffer[] = [];
  const { sound, durationSeconds } = await readAudio([body], (part) => parts.push(part));
  const bytes = Buffer.concat(parts);
  sound?.bytes.copy(bytes);
  return { bytes, durationSeconds, save: (path) => saveAudio(path, [bytes]) };
}

/** The multipart body of a voice conversion. The service's own clients call its part `file`. */
async function formOf(audio: Recording["audio"]): Promise<FormData> {
  const type = { type: "audio/wav" };
  const form = new FormData();
  if (typeof audio === "string") {
    const file = await stat(audio).catch((cause: unknown) => {
      throw fileError(audio, cause);
    });
    if (!file.isFile()) throw new VoiceError("file", `${audio} is not a file.`);
    form.set("file", await openAsBlob(audio, type), basename(audio));
  } else if (audio instanceof Blob || audio instanceof Uint8Array) {
    form.set(
      "file",
      audio instanceof Blob ? audio : new Blob([new Uint8Array(audio)], type),
      "input.wav",
    );
  }
  if (((form.get("file") as File | null)?.size ?? 0) > 0) return form;
  throw new VoiceError("input", "The audio to convert is empty. Give a path, bytes or a Blob.");
}
