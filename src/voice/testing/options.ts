import { randomUUID } from "node:crypto";
import type { Voice } from "../voices.js";
import type { WavSizes } from "./speech.js";

/** What a server does, unless its options say something else. */
export const defaults = () => ({
  /** Default: 0, any free port. */
  port: 0,
  /** The accepted keys. Default: random ones. */
  clientKey: `client-${randomUUID()}`,
  apiKey: `api-${randomUUID()}`,
  /** Default: 1, 2 and 3. */
  ttsVoices: [
    { id: 1, name: "Ada", description: "Calm and clear, for narration" },
    { id: 2, name: "Grace", description: "Brisk, for announcements" },
    { id: 3, name: "Alan", description: "Deep, for stories" },
  ] as readonly Voice[],
  /** Default: 11 and 12. */
  vcVoices: [
    { id: 11, name: "Edsger", description: "A precise speaker" },
    { id: 12, name: "Barbara", description: "A warm speaker" },
  ] as readonly Voice[],
  /** Milliseconds of audio for each character; may be a fraction. Default: 60. */
  msPerCharacter: 60,
  /** The most characters that `tts.convert` takes; more are answered with 413. Default: no limit. */
  maxCharacters: Infinity,
  /** The size fields of WAV headers. Default: `placeholder`, as the service does. */
  wavSizes: "placeholder" as WavSizes,
  /** Whether a duplex stream starts every text with a header. Default: false. */
  repeatHeaders: false,
  /** Bytes of audio in one frame of a stream. Default: 16,384. */
  frameBytes: 16 * 1024,
  /** Milliseconds between two frames of a stream. Default: 0. */
  frameDelayMs: 0,
});

export type ServerSettings = Readonly<ReturnType<typeof defaults>>;
export type VoiceServerOptions = Partial<ServerSettings>;
