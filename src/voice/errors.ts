export type VoiceErrorKind =
  | ("input" | "unknown voice" | "keys" | "status" | "response")
  | ("connection" | "timeout" | "abort" | "stream");

/**
 * An error of the voice client. Neither message, stack nor cause shows a key. `input` is found before anything is
 * sent, `unknown voice` before anything is billed; `keys` and `status` come from the status of an answer; a `response`
 * does not follow the specification; a `stream` ended before all its audio came.
 */
export class VoiceError extends Error {
  /** HTTP status. */
  readonly status?: number;
  /** WebSocket close code; 1005 if the service sent none, 1006 if the connection broke. */
  readonly closeCode?: number;
  readonly kind: VoiceErrorKind;

  constructor(kind: VoiceErrorKind, message: string, fields: Partial<VoiceError> = {}) {
    super(message);
    Object.assign(this, fields);
    this.kind = kind;
    this.name = kind === "abort" ? "AbortError" : "VoiceError";
  }
}
