export { VoiceClient } from "./client.js";
export type { StreamOptions, Tts, TtsConversion, Vc, VcConversion, VoiceAudio } from "./client.js";
export type { KeySource } from "./http/credentials.js";
export * from "./errors.js";
export type { SavedAudio, SaveOptions } from "./audio/save.js";
export type { CallOptions, VoiceClientOptions } from "./http/settings.js";
export type { AudioSocket } from "./stream/audio-socket.js";
export { AudioStream, DuplexSession } from "./stream/stream.js";
export type { AudioSource } from "./http/upload.js";
export type { Voice } from "./voices.js";
export type { WavFormat } from "./audio/wav.js";
export {
  narrate,
  NarrationError,
  type Narration,
  type NarrationOptions,
} from "./narration/narrate.js";
export type { NarratedSegment, NarrationManifest } from "./narration/manifest.js";
export { parseScript, type Segment } from "./narration/script.js";
export { spokenForm } from "./narration/spoken.js";
export { PROPOSAL_STATES, tellStory } from "./narration/story.js";
export type {
  DaoDescription,
  FounderDescription,
  ProposalDescription,
  ProposalState,
  SchemeDescription,
  Side,
} from "./narration/story.js";
