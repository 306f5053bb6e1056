import { errorCode } from "./causes.js";

/**
 * The base of all errors of the voice client. Its message says what went wrong and what to do;
 * neither message, stack nor cause holds a key.
 */
export class VoiceError extends Error {
  override readonly name: string = "VoiceError";
}

/** A mistake of the caller, found before anything was sent. */
export class VoiceInputError extends VoiceError {
  override readonly name = "VoiceInputError";
}

/** A file or folder on this machine could not be read or written. */
export class VoiceFileError extends VoiceError {
  override readonly name = "VoiceFileError";
  readonly path: string;
  /** The system's error code, such as `ENOSPC`, if there is one. */
  readonly code: string | undefined;

  constructor(message: string, path: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.path = path;
    this.code = errorCode(cause);
  }
}

/** The service does not list the voice for this operation; nothing was billed. */
export class VoiceNotFoundError extends VoiceError {
  override readonly name = "VoiceNotFoundError";
  readonly voiceId: number;

  constructor(message: string, voiceId: number) {
    super(message);
    this.voiceId = voiceId;
  }
}

export interface ApiErrorDetails {
  /** HTTP status. */
  readonly status: number;
  /** `code` of the service's error body, if it sent one. */
  readonly serviceCode?: string | number | undefined;
}

/** The service answered with an error. */
export class VoiceApiError extends VoiceError {
  override readonly name: string = "VoiceApiError";
  readonly status: number;
  readonly serviceCode: string | number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.serviceCode = details.serviceCode;
  }
}

/** 401 or 403: the keys are wrong, or lack the permission. */
export class VoiceAuthenticationError extends VoiceApiError {
  override readonly name = "VoiceAuthenticationError";
}

/** 429: too many requests. */
export class VoiceRateLimitError extends VoiceApiError {
  override readonly name = "VoiceRateLimitError";
  /** How long the service asks to wait, in milliseconds, if it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails, retryAfterMs: number | undefined) {
    super(message, details);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service is unreachable, or the connection broke before the answer was complete. */
export class VoiceConnectionError extends VoiceError {
  override readonly name = "VoiceConnectionError";
  /** True if the request cannot have reached the service: a retry does not bill twice. */
  readonly beforeSending: boolean;

  constructor(message: string, beforeSending: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.beforeSending = beforeSending;
  }
}

/** A call took longer than `timeoutMs`, or a stream was silent for longer. */
export class VoiceTimeoutError extends VoiceError {
  override readonly name = "VoiceTimeoutError";
}

/**
 * The caller's signal, or `abort()`, ended the call; `cause` is the signal's reason. The name is
 * `AbortError`, as with Node's own functions.
 */
export class VoiceAbortError extends VoiceError {
  override readonly name = "AbortError";
  readonly code = "ABORT_ERR";
}

/** The answer does not follow the service's specification. */
export class VoiceResponseError extends VoiceError {
  override readonly name = "VoiceResponseError";
}

/** A stream did not end with code 1000 after audio: what came was delivered, but it is not all. */
export class VoiceStreamError extends VoiceError {
  override readonly name = "VoiceStreamError";
  /** WebSocket close code; 1005 if the server sent none, 1006 if the connection broke. */
  readonly closeCode: number | undefined;
  readonly bytesReceived: number;

  constructor(
    message: string,
    details: { closeCode?: number | undefined; bytesReceived: number; cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.closeCode = details.closeCode;
    this.bytesReceived = details.bytesReceived;
  }
}
