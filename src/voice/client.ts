import { saveWav, type SavedAudio, type SaveOptions } from "./audio/save.js";
import { readWav, type WavFormat } from "./audio/wav.js";
import { VoiceResponseError } from "./errors.js";
import { retry, within } from "./http/call.js";
import { Service } from "./http/service.js";
import { audioUpload, type AudioSource } from "./http/upload.js";
import { callLimits, check, type CallOptions, type VoiceClientOptions } from "./options.js";
import { type AudioStream, DuplexSession } from "./stream/stream.js";
import { VoiceCatalogue } from "./voices.js";

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
export type Tts = ReturnType<typeof textToSpeech>;
/** Voice conversion: recorded speech in another voice. */
export type Vc = ReturnType<typeof voiceConversion>;

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

  /** @throws VoiceInputError if an option, or the environment variable for it, is unusable */
  constructor(options: VoiceClientOptions = {}) {
    const service = new Service(options);
    this.tts = textToSpeech(new VoiceCatalogue("tts", service));
    this.vc = voiceConversion(new VoiceCatalogue("vc", service));
  }
}

function textToSpeech(voices: VoiceCatalogue) {
  const limitsOf = (options?: StreamOptions) =>
    callLimits(voices.service.settings, options, ["signal", "timeoutMs"]);
  return {
    /** Asks the service for its voices. */
    listVoices: (options?: CallOptions) => voices.list(options),
    /** Speaks a text in one call. The voices are listed first, once for all calls. */
    convert: async (conversion: TtsConversion, options?: CallOptions): Promise<VoiceAudio> => {
      check("What is converted", conversion, ["voiceId", "text"]);
      const { voiceId, text } = conversion;
      const body = JSON.stringify({ voiceId, text });
      return await convert(voices, voiceId, "/v1/tts/convert", options, () => body);
    },
    /** Speaks a text of any length as a stream (simplex). Connects when it is read. */
    stream: (conversion: TtsConversion, options?: StreamOptions): AudioStream => {
      check("What is converted", conversion, ["voiceId", "text"]);
      const { voiceId, text } = conversion;
      return new DuplexSession({ voices, voiceId, text, limits: limitsOf(options) });
    },
    /** Opens a session that takes texts at any time (duplex). */
    connect: async (
      voice: { readonly voiceId: number },
      options?: StreamOptions,
    ): Promise<DuplexSession> => {
      check("The voice to connect to", voice, ["voiceId"]);
      const plan = { voices, voiceId: voice.voiceId, limits: limitsOf(options) };
      return await DuplexSession.connect(plan);
    },
  };
}

function voiceConversion(voices: VoiceCatalogue) {
  const { maxAudioBytes } = voices.service.settings;
  return {
    /** Asks the service for the voices that a recording can be converted to. */
    listVoices: (options?: CallOptions) => voices.list(options),
    /** Speaks a recording in another voice. */
    convert: async (conversion: VcConversion, options?: CallOptions): Promise<VoiceAudio> => {
      check("What is converted", conversion, ["voiceId", "audio"]);
      const { voiceId, audio } = conversion;
      return await convert(
        voices,
        voiceId,
        `/v1/vc/convert?voiceId=${voiceId}`,
        options,
        (signal) => audioUpload(audio, maxAudioBytes, signal),
      );
    },
  };
}

async function convert(
  voices: VoiceCatalogue,
  voiceId: number,
  path: string,
  options: CallOptions | undefined,
  bodyOf: (signal: AbortSignal) => string | Promise<FormData>,
): Promise<VoiceAudio> {
  const { service } = voices;
  return await within("The conversion", callLimits(service.settings, options), async (call) => {
    const body = await bodyOf(call.signal);
    await voices.require(voiceId, call);
    const maxBytes = service.settings.maxAudioBytes;
    const parse = (bytes: Buffer, headers: Headers) => parseAudio(bytes, headers, service);
    return await retry(call, true, () =>
      service.send({ path, body, maxBytes, parse }, call.signal),
    );
  });
}

/** @throws VoiceResponseError if the body is not a complete WAV file */
async function parseAudio(body: Buffer, headers: Headers, service: Service): Promise<VoiceAudio> {
  if (body.length === 0) throw new VoiceResponseError("The service answered without any audio.");
  if (/^[{<]/.test(body.toString("latin1", 0, 1))) {
    const { detail } = service.describe(body);
    throw new VoiceResponseError(`The service answered with text instead of audio: ${detail}.`);
  }
  const parts: Buffer[] = [];
  const ending = await readWav([body], (audio) => parts.push(audio));
  const { header, format, durationSeconds, missingBytes } = ending;
  const missing = Math.max(missingBytes, Number(headers.get("audio-size-bytes")) - body.length);
  if (missing > 0) {
    throw new VoiceResponseError(
      `The audio is cut short: ${missing} bytes are missing. Convert the text again.`,
    );
  }
  const bytes = new Uint8Array(Buffer.concat([header, ...parts]));
  const save: VoiceAudio["save"] = (path, options) => saveWav(path, [bytes], options);
  return { bytes, format, durationSeconds, save };
}
