import { saveWav, type SavedAudio, type SaveOptions } from "./audio/save.js";
import { assembleWav, type WavFormat } from "./audio/wav.js";
import { VoiceResponseError } from "./errors.js";
import { retry, within, type Call } from "./http/call.js";
import { Service } from "./http/service.js";
import { callLimits, checkFields, type CallOptions } from "./http/settings.js";
import type { VoiceClientOptions } from "./http/settings.js";
import { audioUpload, type AudioSource } from "./http/upload.js";
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

function textToSpeech(voices: VoiceCatalogue): Tts {
  const { settings } = voices.service;
  const open = (voiceId: number, text: string | undefined, options?: StreamOptions) => {
    const limits = callLimits(settings, options, ["signal", "timeoutMs"]);
    return (): AudioSocket => new AudioSocket({ voices, voiceId, text, limits });
  };
  return {
    listVoices: (options) => voices.list(options),
    convert: async (conversion, options) => {
      const { voiceId, text } = checkedConversion(conversion);
      const body = JSON.stringify({ voiceId, text });
      return await within("Converting text to speech", callLimits(settings, options), (call) =>
        convert(voices, voiceId, "/v1/tts/convert", body, call),
      );
    },
    stream: (conversion, options) => {
      const { voiceId, text } = checkedConversion(conversion);
      return new AudioStream(open(voiceId, text, options));
    },
    connect: async (voice, options) => {
      checkFields("The voice to connect to", voice, ["voiceId"]);
      checkVoiceId(voice.voiceId);
      const socket = open(voice.voiceId, undefined, options)();
      await socket.opened();
      return new DuplexSession(socket);
    },
  };
}

function voiceConversion(voices: VoiceCatalogue): Vc {
  const { settings } = voices.service;
  return {
    listVoices: (options) => voices.list(options),
    convert: async (conversion, options) => {
      checkFields("What is converted", conversion, ["voiceId", "audio"]);
      const { voiceId, audio } = conversion;
      checkVoiceId(voiceId);
      return await within("Converting the voice", callLimits(settings, options), async (call) => {
        const form = await audioUpload(audio, settings.maxAudioBytes, call.signal);
        return await convert(voices, voiceId, `/v1/vc/convert?voiceId=${voiceId}`, form, call);
      });
    },
  };
}

async function convert(
  voices: VoiceCatalogue,
  voiceId: number,
  path: string,
  body: string | FormData,
  call: Call,
): Promise<VoiceAudio> {
  await voices.require(voiceId, call);
  const { service } = voices;
  const maxBytes = service.settings.maxAudioBytes;
  const parse = (bytes: Buffer, headers: Headers): VoiceAudio =>
    parseAudio(bytes, headers, service);
  return await retry(call, true, () => service.send({ path, body, maxBytes, parse }, call.signal));
}

/** @throws VoiceResponseError if the body is not a complete WAV file */
function parseAudio(body: Buffer, headers: Headers, service: Service): VoiceAudio {
  if (body.length === 0) throw new VoiceResponseError("The service answered without any audio.");
  if (/^[{<]/.test(body.toString("latin1", 0, 1))) {
    const { detail } = service.describe(body);
    throw new VoiceResponseError(`The service answered with text instead of audio: ${detail}.`);
  }
  const { bytes, format, durationSeconds, missingBytes } = assembleWav(body);
  const missing = Math.max(missingBytes, Number(headers.get("audio-size-bytes")) - body.length);
  if (missing > 0) {
    throw new VoiceResponseError(
      `The audio is cut short: ${missing} bytes are missing. Convert the text again.`,
    );
  }
  const save: VoiceAudio["save"] = (path, options) => saveWav(path, [bytes], options);
  return { bytes, format, durationSeconds, save };
}

function checkedConversion(conversion: TtsConversion): TtsConversion {
  checkFields("What is converted", conversion, ["voiceId", "text"]);
  checkVoiceId(conversion.voiceId);
  checkText(conversion.text);
  return conversion;
}
