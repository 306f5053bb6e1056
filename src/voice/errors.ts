/**
 * The base of all errors of the voice client, each named like its class. Its message says what went
 * wrong and what to do; neither message, stack nor cause holds a key.
 */
export class VoiceError<Name extends string = string> extends Error {
  override readonly name = this.constructor.name as Name;

  /** @param details the cause, and the fields of the error's class */
  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    const { cause, ...fields } = details;
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, fields);
  }
}

/** A mistake of the caller, found before anything was sent. */
export class VoiceInputError extends VoiceError<"VoiceInputError"> {}

/** A file or folder on this machine could not be read or written. */
export class VoiceFileError extends VoiceError<"VoiceFileError"> {
  declare readonly path: string;
  /** The system's error code, such as `ENOSPC`, if there is one. */
  declare readonly code: string | undefined;
}

/** The service does not list the voice for this operation; nothing was billed. */
export class VoiceNotFoundError extends VoiceError<"VoiceNotFoundError"> {
  declare readonly voiceId: number;
}

/** The service answered with an error. */
export class VoiceApiError<Name extends string = string> extends VoiceError<Name> {
  /** HTTP status. */
  declare readonly status: number;
  /** `code` of the service's error body, if it sent one. */
  declare readonly serviceCode: string | number | undefined;
  /** How long the service asks to wait (`Retry-After`), in milliseconds, if it says so. */
  declare readonly retryAfterMs: number | undefined;
}

/** 401 or 403: the keys are wrong, or lack the permission. */
export class VoiceAuthenticationError extends VoiceApiError<"VoiceAuthenticationError"> {}

/** 429: too many requests. */
export class VoiceRateLimitError extends VoiceApiError<"VoiceRateLimitError"> {}

/** The service is unreachable, or the connection broke before the answer was complete. */
export class VoiceConnectionError extends VoiceError<"VoiceConnectionError"> {
  /** True if the request cannot have reached the service: a retry does not bill twice. */
  declare readonly beforeSending: boolean;
}

/** A call took longer than `timeoutMs`, a stream was silent for longer, or a session idle. */
export class VoiceTimeoutError extends VoiceError<"VoiceTimeoutError"> {}

/** The caller's signal, or `abort()`, ended the call; `cause` is the signal's reason. */
export class VoiceAbortError extends VoiceError<"AbortError"> {
  override readonly name = "AbortError";
  readonly code = "ABORT_ERR";

  constructor(reason: unknown) {
    super("Aborted by the caller.", { cause: reason });
  }
}

/** The answer does not follow the service's specification. */
export class VoiceResponseError extends VoiceError<"VoiceResponseError"> {}

/** A stream did not end with code 1000 after audio: what arrived was delivered, but it is incomplete. */
export class VoiceStreamError extends VoiceError<"VoiceStreamError"> {
  /** WebSocket close code; 1005 if the server sent none, 1006 if the connection broke. */
  declare readonly closeCode: number | undefined;
  declare readonly bytesReceived: number;
}

/** The `code` of a system error or of the nearest cause that has one. */
export function errorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}
