export { VoiceClient } from "./client.js";
export type { StreamOptions, Tts, TtsConversion, Vc, VcConversion, VoiceAudio } from "./client.js";
export type { KeySource } from "./credentials.js";
export * from "./errors.js";
export type { CallOptions } from "./http.js";
export type { SavedAudio } from "./save.js";
export type { VoiceClientOptions } from "./settings.js";
export { AudioStream, DuplexSession } from "./stream.js";
export type { AudioSource } from "./upload.js";
export type { Voice } from "./voices.js";
export type { WavFormat } from "./wav-format.js";
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
  ProposalDescription,
  ProposalState,
  SchemeDescription,
  Side,
} from "./narration/story.js";
