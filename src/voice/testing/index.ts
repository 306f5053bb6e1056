export type { BodyFault, Fault, HttpFault, Operation, StreamFault } from "./faults.js";
export type { LoggedRequest } from "./request-log.js";
export { startVoiceServer, type VoiceServer, type VoiceServerOptions } from "./server.js";
export type { WavSizes } from "./speech.js";
