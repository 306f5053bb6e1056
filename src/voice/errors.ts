export type VoiceErrorKind =
  | ("input" | "file" | "unknown voice" | "keys" | "rate limit" | "status" | "response")
  | ("connection" | "timeout" | "abort" | "stream");

/**
 * An error of the voice client. Neither message, stack nor cause shows a key. `input` and `file` are found before
 * anything is sent, `unknown voice` before anything is billed; `keys`, `rate limit` and `status` come from the status
 * of an answer; a `response` does not follow the specification; a `stream` ended before all its audio came.
 */
export class VoiceError extends Error {
  /** HTTP status. */
  readonly status?: number;
  /** How long the service asks to wait (`Retry-After` in seconds), if it says so. */
  readonly retryAfterMs?: number;
  /** WebSocket close code; 1005 if the service sent none, 1006 if the connection broke. */
  readonly closeCode?: number;
  /** The system's error code, such as `ENOSPC`; `ABORT_ERR` if the caller aborted. */
  readonly code?: string;
  readonly kind: VoiceErrorKind;

  constructor(kind: VoiceErrorKind, message: string, fields: Partial<VoiceError> = {}) {
    super(message);
    Object.assign(this, fields);
    this.kind = kind;
    this.name = kind === "abort" ? "AbortError" : "VoiceError";
  }
}
