import { errorCode } from "./causes.js";

/**
 * The base of all errors of the voice client. Its message says what went wrong and what to do;
 * neither message, stack nor cause holds a key.
 */
export class VoiceError extends Error {
  override readonly name: string = "VoiceError";
}

/** The caller's mistake, found before anything was sent. */
export class VoiceInputError extends VoiceError {
  override readonly name = "VoiceInputError";
}

/** A file or folder on this machine could not be read or written. */
export class VoiceFileError extends VoiceError {
  override readonly name = "VoiceFileError";
  readonly path: string;
  /** The system's word for it, such as `ENOSPC`, where there is one. */
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
  /** `code` of the service's error body, where it sent one. */
  readonly serviceCode?: string | number | undefined;
}

/** The service answered, and the answer is an error. */
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

/** 401 or 403: the keys are wrong, or may not do this. */
export class VoiceAuthenticationError extends VoiceApiError {
  override readonly name = "VoiceAuthenticationError";
}

/** 429: too many requests. */
export class VoiceRateLimitError extends VoiceApiError {
  override readonly name = "VoiceRateLimitError";
  /** How long the service asks to wait, in milliseconds, where it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails, retryAfterMs: number | undefined) {
    super(message, details);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service could not be reached, or the connection was lost before the answer was whole. */
export class VoiceConnectionError extends VoiceError {
  override readonly name = "VoiceConnectionError";
  /** True where the request cannot have reached the service, so that trying again bills once. */
  readonly beforeSending: boolean;

  constructor(message: string, beforeSending: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.beforeSending = beforeSending;
  }
}

/** A call took longer, or a stream was silent for longer, than `timeoutMs`. */
export class VoiceTimeoutError extends VoiceError {
  override readonly name = "VoiceTimeoutError";
}

/**
 * The caller's signal, or `abort()`, ended it; `cause` is the signal's reason. Its name is
 * `AbortError`, which is what code written for Node's own functions looks for.
 */
export class VoiceAbortError extends VoiceError {
  override readonly name = "AbortError";
  readonly code = "ABORT_ERR";
}

/** The answer is not what the service's contract promises. */
export class VoiceResponseError extends VoiceError {
  override readonly name = "VoiceResponseError";
}

/** A stream ended otherwise than with code 1000 after audio: what came was delivered, and is not all. */
export class VoiceStreamError extends VoiceError {
  override readonly name = "VoiceStreamError";
  /** WebSocket close code; 1005 where the server gave none, 1006 where it did not say goodbye. */
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
