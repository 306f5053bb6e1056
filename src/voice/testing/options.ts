import type { Voice } from "../voices.js";
import type { FaultQueue } from "./faults.js";
import type { WavSizes } from "./speech.js";

export interface VoiceServerOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** The accepted keys. Default: random ones. */
  readonly clientKey?: string;
  readonly apiKey?: string;
  readonly ttsVoices?: readonly Voice[];
  readonly vcVoices?: readonly Voice[];
  /** Milliseconds of audio for each character; may be a fraction. Default: 60. */
  readonly msPerCharacter?: number;
  /** The most characters that `tts.convert` takes; more are answered with 413. Default: no limit. */
  readonly maxCharacters?: number;
  /** The size fields of WAV headers. Default: `placeholder`, as the service does. */
  readonly wavSizes?: WavSizes;
  /** Whether a duplex stream starts every text with a header. Default: false. */
  readonly repeatHeaders?: boolean;
  /** Bytes of audio in one frame of a stream. Default: 16,384. */
  readonly frameBytes?: number;
  /** Milliseconds between two frames of a stream. Default: 0. */
  readonly frameDelayMs?: number;
}

/** Settings and faults of a server, shared by HTTP and streams. */
export interface Service extends Readonly<Required<VoiceServerOptions>> {
  readonly faults: FaultQueue;
}
