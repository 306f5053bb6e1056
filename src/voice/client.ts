import { saveWav, type SavedAudio, type SaveOptions } from "./audio/save.js";
import { assembleWav, type WavFormat } from "./audio/wav.js";
import { VoiceResponseError } from "./errors.js";
import { Credentials } from "./http/credentials.js";
import { describeErrorBody, HttpTransport } from "./http/http.js";
import {
  callLimits,
  checkFields,
  resolveSettings,
  type CallOptions,
  type Limits,
  type Settings,
  type VoiceClientOptions,
} from "./http/settings.js";
import { audioUpload, type AudioSource } from "./http/upload.js";
import { within, type Deadline } from "./http/within.js";
import { AudioSocket } from "./stream/audio-socket.js";
import { AudioStream, DuplexSession } from "./stream/stream.js";
import { checkText, checkVoiceId, VoiceCatalogue, type Voice } from "./voices.js";

/** Options of a call that is not retried. */
export type StreamOptions = Omit<CallOptions, "maxRetries">;

/** Complete audio: a WAV file in memory, with the sizes in its header corrected. */
export interface VoiceAudio {
  readonly bytes: Uint8Array;
  readonly format: WavFormat;
  readonly durationSeconds: number;
  /** Writes it to a .wav file. @throws VoiceFileError */
  save(path: string, options?: SaveOptions): Promise<SavedAudio>;
}

export interface TtsConversion {
  readonly voiceId: number;
  readonly text: string;
}

export interface VcConversion {
  readonly voiceId: number;
  /** Path of an audio file, its bytes, a Blob, or a stream (which is read into memory first). */
  readonly audio: AudioSource;
}

/** Text to speech. */
export interface Tts {
  /** Asks the service for its voices. */
  listVoices(options?: CallOptions): Promise<readonly Voice[]>;
  /** Speaks a text in one call. The voices are listed first, once for all calls. */
  convert(conversion: TtsConversion, options?: CallOptions): Promise<VoiceAudio>;
  /** Speaks a text of any length as a stream (simplex). Connects when it is read. */
  stream(conversion: TtsConversion, options?: StreamOptions): AudioStream;
  /** Opens a session that takes texts at any time (duplex). */
  connect(voice: { readonly voiceId: number }, options?: StreamOptions): Promise<DuplexSession>;
}

/** Voice conversion: recorded speech in another voice. */
export interface Vc {
  listVoices(options?: CallOptions): Promise<readonly Voice[]>;
  convert(conversion: VcConversion, options?: CallOptions): Promise<VoiceAudio>;
}

const STREAM_OPTIONS = ["signal", "timeoutMs"] as const;

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
  readonly #settings: Settings;
  readonly #credentials: Credentials;
  readonly #transport: HttpTransport;

  /** @throws VoiceInputError if an option, or the environment variable for it, is unusable */
  constructor(options: VoiceClientOptions = {}) {
    this.#settings = resolveSettings(options);
    this.#credentials = new Credentials(options);
    this.#transport = new HttpTransport(this.#settings, this.#credentials);
    const tts = new VoiceCatalogue("tts", this.#transport);
    const vc = new VoiceCatalogue("vc", this.#transport);
    this.tts = {
      listVoices: (call) => this.#list("Listing the tts voices", tts, call),
      convert: (conversion, call) => this.#speak(tts, conversion, call),
      stream: (conversion, call) => this.#stream(tts, conversion, call),
      connect: (voice, call) => this.#connect(tts, voice, call),
    };
    this.vc = {
      listVoices: (call) => this.#list("Listing the vc voices", vc, call),
      convert: (conversion, call) => this.#convertVoice(vc, conversion, call),
    };
  }

  async #list(what: string, voices: VoiceCatalogue, call?: CallOptions): Promise<readonly Voice[]> {
    const limits = callLimits(this.#settings, call);
    return await within(what, limits, (deadline) => voices.list(deadline, limits.maxRetries));
  }

  async #speak(voices: VoiceCatalogue, conversion: TtsConversion, call?: CallOptions) {
    checkConversion(conversion);
    const { voiceId, text } = conversion;
    const limits = callLimits(this.#settings, call);
    return await within("Converting text to speech", limits, async (deadline) => {
      await voices.require(voiceId, deadline, limits.maxRetries);
      const body = JSON.stringify({ voiceId, text });
      return await this.#convert("/v1/tts/convert", body, limits, deadline);
    });
  }

  async #convertVoice(voices: VoiceCatalogue, conversion: VcConversion, call?: CallOptions) {
    checkFields("What is converted", conversion, ["voiceId", "audio"]);
    const { voiceId, audio } = conversion;
    checkVoiceId(voiceId);
    const limits = callLimits(this.#settings, call);
    return await within("Converting the voice", limits, async (deadline) => {
      const form = await audioUpload(audio, this.#settings.maxAudioBytes, deadline.signal);
      await voices.require(voiceId, deadline, limits.maxRetries);
      return await this.#convert(`/v1/vc/convert?voiceId=${voiceId}`, form, limits, deadline);
    });
  }

  #convert(
    path: string,
    body: string | FormData,
    { maxRetries }: Limits,
    deadline: Deadline,
  ): Promise<VoiceAudio> {
    const parse = (bytes: Buffer, headers: Headers): VoiceAudio =>
      parseAudio(bytes, headers, this.#credentials.shown);
    const maxBytes = this.#settings.maxAudioBytes;
    const request = { method: "POST", path, body, maxBytes, parse } as const;
    const send = (): Promise<VoiceAudio> => this.#transport.send(request, deadline.signal);
    return this.#transport.retry(send, { deadline, maxRetries, isBilled: true });
  }

  #stream(voices: VoiceCatalogue, conversion: TtsConversion, call?: StreamOptions): AudioStream {
    checkConversion(conversion);
    const limits = callLimits(this.#settings, call, STREAM_OPTIONS);
    return new AudioStream((leaving) => {
      const { signal = leaving } = limits;
      const either = AbortSignal.any([signal, leaving]);
      return this.#open(voices, conversion.voiceId, { ...limits, signal: either }, conversion.text);
    });
  }

  async #connect(voices: VoiceCatalogue, voice: { voiceId: number }, call?: StreamOptions) {
    checkFields("The voice to connect to", voice, ["voiceId"]);
    checkVoiceId(voice.voiceId);
    const limits = callLimits(this.#settings, call, STREAM_OPTIONS);
    return new DuplexSession(await this.#open(voices, voice.voiceId, limits));
  }

  /** @param text what a simplex stream speaks; a duplex stream has none yet */
  #open(
    voices: VoiceCatalogue,
    voiceId: number,
    limits: Limits,
    text?: string,
  ): Promise<AudioSocket> {
    return within("Opening the stream", limits, async (deadline) => {
      await voices.require(voiceId, deadline, limits.maxRetries);
      const { clientKey, apiKey } = await this.#credentials.keys();
      const { webSocket, idleMs, maxFrameBytes } = this.#settings;
      const kind = text === undefined ? "duplex" : "simplex";
      const options = {
        url: `${webSocket}/v1/tts/stream/${kind}/ws?voiceId=${voiceId}`,
        hello: { type: "authApiKey", clientKey, apiKey },
        text,
        credentials: this.#credentials,
        limits: { ...limits, idleMs, maxFrameBytes },
      };
      return await AudioSocket.open(options, deadline.signal);
    });
  }
}

function checkConversion(conversion: TtsConversion): void {
  checkFields("What is converted", conversion, ["voiceId", "text"]);
  checkVoiceId(conversion.voiceId);
  checkText(conversion.text);
}

/** @throws VoiceResponseError if the body is not a complete WAV file */
function parseAudio(body: Buffer, headers: Headers, shown: (text: string) => string): VoiceAudio {
  if (body.length === 0) throw new VoiceResponseError("The service answered without any audio.");
  if (body[0] === "{".charCodeAt(0) || body[0] === "<".charCodeAt(0)) {
    const { detail } = describeErrorBody(body, shown);
    throw new VoiceResponseError(`The service answered with text instead of audio: ${detail}.`);
  }
  const promised = Number(headers.get("audio-size-bytes"));
  const { bytes, format, durationSeconds, missingBytes } = assembleWav(body);
  const missing = Math.max(missingBytes, promised - body.length);
  if (missing > 0) {
    throw new VoiceResponseError(
      `The audio is cut short: ${missing} bytes are missing. Convert the text again.`,
    );
  }
  const save: VoiceAudio["save"] = (path, options) => saveWav(path, [bytes], options);
  return { bytes, format, durationSeconds, save };
}
