import { AudioSocket } from "./stream/audio-socket.js";
import { Credentials } from "./http/credentials.js";
import { Deadline } from "./http/deadline.js";
import { VoiceResponseError } from "./errors.js";
import { describeErrorBody, HttpTransport, type HttpRequest } from "./http/http.js";
import { saveWav, type SavedAudio, type SaveOptions } from "./audio/save.js";
import {
  type CallOptions,
  callLimits,
  resolveSettings,
  type Settings,
  type VoiceClientOptions,
} from "./http/settings.js";
import { AudioStream, DuplexSession } from "./stream/stream.js";
import { audioUpload, type AudioSource } from "./http/upload.js";
import { checkText, checkVoiceId, parseVoices, VoiceCatalogue, type Voice } from "./voices.js";
import { assembleWav } from "./audio/wav.js";
import type { WavFormat } from "./audio/wav-format.js";

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

const VOICE_LIST_BYTES = 16 * 1024 * 1024;

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
    const tts = this.#catalogue("tts");
    const vc = this.#catalogue("vc");
    this.tts = {
      listVoices: (call) => this.#within("Listing the tts voices", call, (end) => tts.list(end)),
      convert: (conversion, call) => this.#speak(tts, conversion, call),
      stream: (conversion, call) => this.#stream(tts, conversion, call),
      connect: (voice, call) => this.#connect(tts, voice.voiceId, call),
    };
    this.vc = {
      listVoices: (call) => this.#within("Listing the vc voices", call, (end) => vc.list(end)),
      convert: (conversion, call) => this.#convertVoice(vc, conversion, call),
    };
  }

  #catalogue(operation: "tts" | "vc"): VoiceCatalogue {
    return new VoiceCatalogue(operation, (signal) =>
      this.#send(
        `Listing the ${operation} voices`,
        { signal },
        {
          method: "GET",
          path: `/v1/${operation}/voices`,
          billed: false,
          maxBytes: VOICE_LIST_BYTES,
          parse: parseVoices,
        },
      ),
    );
  }

  async #speak(
    voices: VoiceCatalogue,
    { voiceId, text }: TtsConversion,
    call: CallOptions = {},
  ): Promise<VoiceAudio> {
    checkVoiceId(voiceId);
    checkText(text);
    return this.#within("Converting text to speech", call, async (end) => {
      await voices.require(voiceId, end);
      return this.#convert("/v1/tts/convert", JSON.stringify({ voiceId, text }), call, end);
    });
  }

  async #convertVoice(
    voices: VoiceCatalogue,
    { voiceId, audio }: VcConversion,
    call: CallOptions = {},
  ): Promise<VoiceAudio> {
    checkVoiceId(voiceId);
    return this.#within("Converting the voice", call, async (end) => {
      const form = await end.race(audioUpload(audio, this.#settings.maxAudioBytes, end.signal));
      await voices.require(voiceId, end);
      return this.#convert(`/v1/vc/convert?voiceId=${voiceId}`, form, call, end);
    });
  }

  #convert(
    path: string,
    body: string | FormData,
    call: CallOptions,
    end: Deadline,
  ): Promise<VoiceAudio> {
    const { maxRetries } = callLimits(this.#settings, call);
    const { maxAudioBytes } = this.#settings;
    const parse = (bytes: Uint8Array, headers: Headers): VoiceAudio =>
      parseAudio(bytes, headers, this.#credentials.redact);
    const request = { method: "POST", path, body, billed: true, maxBytes: maxAudioBytes, parse };
    return this.#transport.call(request as HttpRequest<VoiceAudio>, end, maxRetries);
  }

  #stream(
    voices: VoiceCatalogue,
    { voiceId, text }: TtsConversion,
    call: StreamOptions = {},
  ): AudioStream {
    checkVoiceId(voiceId);
    checkText(text);
    callLimits(this.#settings, call);
    return new AudioStream((leaving) => {
      const signal = call.signal === undefined ? leaving : AbortSignal.any([call.signal, leaving]);
      return this.#openSocket(voices, voiceId, { ...call, signal }, text);
    });
  }

  async #connect(
    voices: VoiceCatalogue,
    voiceId: number,
    call: StreamOptions = {},
  ): Promise<DuplexSession> {
    checkVoiceId(voiceId);
    return new DuplexSession(await this.#openSocket(voices, voiceId, call));
  }

  #openSocket(
    voices: VoiceCatalogue,
    voiceId: number,
    call: StreamOptions,
    text?: string,
  ): Promise<AudioSocket> {
    const { timeoutMs } = callLimits(this.#settings, call);
    return this.#within("Opening the stream", call, async (end) => {
      await voices.require(voiceId, end);
      const keys = await end.race(this.#credentials.keys());
      const mode = text === undefined ? "duplex" : "simplex";
      return AudioSocket.open({
        url: `${this.#settings.endpoints.webSocket}/v1/tts/stream/${mode}/ws?voiceId=${voiceId}`,
        keys,
        redact: this.#credentials.redact,
        ...(text === undefined ? {} : { text }),
        mode,
        timeoutMs,
        maxFrameBytes: this.#settings.maxFrameBytes,
        signal: call.signal,
      });
    });
  }

  #send<T>(what: string, call: CallOptions, request: HttpRequest<T>): Promise<T> {
    const { maxRetries } = callLimits(this.#settings, call);
    return this.#within(what, call, (end) => this.#transport.call(request, end, maxRetries));
  }

  async #within<T>(
    what: string,
    call: CallOptions = {},
    work: (end: Deadline) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs } = callLimits(this.#settings, call);
    const end = new Deadline(what, timeoutMs, call.signal);
    try {
      end.throwIfOver();
      return await work(end);
    } finally {
      end.done();
    }
  }
}

/** @throws VoiceResponseError if the body is not a complete WAV file */
function parseAudio(
  body: Uint8Array,
  headers: Headers,
  redact: (text: string) => string,
): VoiceAudio {
  if (body.length === 0) throw new VoiceResponseError("The service answered without any audio.");
  if (body[0] === "{".charCodeAt(0) || body[0] === "<".charCodeAt(0)) {
    const { detail } = describeErrorBody(body, redact);
    throw new VoiceResponseError(`The service answered with text instead of audio: ${detail}.`);
  }
  const promised = Number(headers.get("audio-size-bytes") ?? body.length);
  const { bytes, format, durationSeconds, missingBytes } = assembleWav(body);
  if (missingBytes > 0 || promised > body.length) {
    throw new VoiceResponseError(
      `The audio is cut short: ${Math.max(missingBytes, promised - body.length)} bytes are missing. Convert the text again.`,
    );
  }
  return {
    bytes,
    format,
    durationSeconds,
    save: (path, options) => saveWav(path, [bytes], options),
  };
}
