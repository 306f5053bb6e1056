import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { cutShort, readAudio, saveAudio, type SavedAudio } from "./audio.js";
import { VoiceError } from "./errors.js";
import { type CallOptions, check, type VoiceClientOptions } from "./checked-options.js";
import { Service, textOf } from "./service.js";
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
export interface VoiceAudio extends Pick<SavedAudio, "durationSeconds"> {
  readonly bytes: Uint8Array;
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

/** Lists voices before converting, as the specification requires. */
class Operation {
  readonly #kind: "tts" | "vc";
  protected readonly service: Service;
  #known: readonly Voice[] = [];

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

  protected async send(voiceId: number, body: Blob | FormData, options: CallOptions = {}) {
    return await this.service.call("The conversion", options, async (signal) => {
      await this.requireVoice(voiceId, signal);
      const query = this.#kind === "vc" ? `?voiceId=${voiceId}` : "";
      return toAudio(await this.service.send(`/v1/${this.#kind}/convert${query}`, signal, body));
    });
  }

  async #list(signal: AbortSignal): Promise<readonly Voice[]> {
    const answer = await this.service.send(`/v1/${this.#kind}/voices`, signal);
    return (this.#known = await readVoices(answer));
  }
}

/** Text to speech. */
export class Tts extends Operation {
  /** Speaks a text in one call. */
  async convert(speech: Speech, options?: CallOptions): Promise<VoiceAudio> {
    check(speech, ["voiceId", "text"]);
    const { voiceId, text } = speech;
    const body = new Blob([JSON.stringify({ voiceId, text })], { type: "application/json" });
    return await this.send(voiceId, body, options);
  }

  /** Speaks a text of any length as a stream (simplex). Connects when it is read. */
  stream(speech: Speech, options: CallOptions = {}): AudioStream {
    check(speech, ["voiceId", "text"]);
    check(options, [], ["timeoutMs", "signal"]);
    let opening: Promise<DuplexSession> | undefined;
    const open = () => (opening ??= this.#open("simplex", speech.voiceId, options, speech.text));
    async function* read() {
      yield* await open();
    }
    return { [Symbol.asyncIterator]: read, save: (path) => saveAudio(path, read()) };
  }

  /** Opens a session that takes texts at any time (duplex). */
  async connect(voice: Omit<Speech, "text">, options: CallOptions = {}): Promise<DuplexSession> {
    check(voice, ["voiceId"]);
    return await this.#open("duplex", voice.voiceId, options);
  }

  async #open(kind: string, voiceId: number, options: CallOptions, text?: string) {
    const require = (signal: AbortSignal) => this.requireVoice(voiceId, signal);
    await this.service.call("Listing the voices", options, require);
    const path = `/v1/tts/stream/${kind}/ws?voiceId=${voiceId}`;
    return await DuplexSession.open(this.service, path, options, text);
  }
}

/** Voice conversion. */
export class Vc extends Operation {
  /** Speaks a recording in another voice. */
  async convert(recording: Recording, options?: CallOptions): Promise<VoiceAudio> {
    check(recording, ["voiceId"], ["audio"]);
    return await this.send(recording.voiceId, await formOf(recording.audio), options);
  }
}

async function readVoices(answer: Response): Promise<readonly Voice[]> {
  const body = await textOf(answer, 2 ** 24);
  const list: unknown = await new Response(body).json().catch(() => undefined);
  const isVoice = ({ id, name }: Partial<Voice>) =>
    Number.isSafeInteger(id) && typeof name === "string";
  if (Array.isArray(list) && list.every((one) => isVoice(Object(one) as Partial<Voice>))) {
    return list.map((voice: Voice) => ({ ...voice, description: voice.description ?? "" }));
  }
  const found = "The answer is no list of voices with id and name.";
  throw new VoiceError("response", `${found} Check baseUrl.`);
}

async function toAudio({ headers, body }: Response): Promise<VoiceAudio> {
  const parts: Buffer[] = [];
  const pieces = body as AsyncIterable<Uint8Array>;
  const { sound, ...facts } = await readAudio(pieces, (part) => parts.push(part), 2 ** 28);
  const missing = Number(headers.get("audio-size-bytes")) - facts.bytes;
  if (missing > 0) throw cutShort(missing);
  const bytes = Buffer.concat(parts);
  // A text like JSON or HTML, without control characters: audio has some.
  if (/^[\s\x20-\xff]*$/.test(bytes.toString("latin1", 0, 999)))
    throw new VoiceError("response", "The service answered with text instead of audio.");
  sound?.bytes.copy(bytes);
  return { ...facts, bytes, save: (path) => saveAudio(path, [bytes]) };
}

/** The multipart body of a voice conversion. The service's own clients call its part `file`. */
async function formOf(audio: Recording["audio"]): Promise<FormData> {
  const isFile = typeof audio === "string" && (await stat(audio)).isFile();
  const content = isFile ? await openAsBlob(audio) : audio;
  const isAudio = content instanceof Uint8Array || content instanceof Blob;
  const blob = new Blob(isAudio ? [content] : [], { type: "audio/wav" });
  if (blob.size === 0)
    throw new VoiceError("input", "There is no audio to convert. Give a path, bytes or a Blob.");
  const form = new FormData();
  form.set("file", blob, "input.wav");
  return form;
}
