export type { Recording, Speech, Tts, Vc, Voice, VoiceAudio } from "./client.js";
export { VoiceClient } from "./client.js";
export { VoiceError, type VoiceErrorKind } from "./errors.js";
export type { CallOptions, VoiceClientOptions } from "./checked-options.js";
export type { SavedAudio } from "./audio.js";
export type { AudioStream, DuplexSession } from "./stream.js";
