export type { BodyFault, Fault, HttpFault, Operation, StreamFault } from "./faults.js";
export type { LoggedRequest } from "./log.js";
export type { VoiceServerOptions } from "./options.js";
export { startVoiceServer, type VoiceServer } from "./server.js";
export type { WavSizes } from "./speech.js";
