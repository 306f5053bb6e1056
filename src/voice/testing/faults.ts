/** The six things the service does, as the client names them. */
export type Operation =
  "tts.listVoices" | "tts.convert" | "vc.listVoices" | "vc.convert" | "tts.stream" | "tts.connect";

/** Faults of any operation; for a stream, of its upgrade to a WebSocket. */
interface HttpFaults {
  /** An error status. By default, its body is the service's `{text, code, message}`. */
  status: { status: number; headers?: Readonly<Record<string, string>>; body?: string };
  /** 302 to somewhere else. */
  redirect: { location: string };
  /** 200 with this body. */
  body: { body: string | Uint8Array; contentType?: string };
  /** No answer at all. */
  hang: object;
  /** The connection is cut before an answer. */
  reset: object;
}

/** Faults in the body of an answer. */
interface BodyFaults {
  /** One byte at a time. */
  drip: { everyMs: number };
  /** Half the body, then nothing. */
  "hang-in-body": object;
  /** Half the body, then the connection is cut. */
  truncated: object;
  /** Half the body as if it were all: only Audio-Size-Bytes and the audio's header show it. */
  short: object;
  /** Audio without end or declared length. */
  endless: object;
}

/** Faults of an open stream, which happen after so many bytes of audio. Default: at once. */
interface StreamFaults {
  /** Closed with or without a code. */
  close: { code?: number; reason?: string; afterBytes?: number };
  /** The connection is cut without a close frame. */
  terminate: { afterBytes?: number };
  /** Silence, the connection open. */
  stall: { afterBytes?: number };
  /** Frames without audio, and no end. */
  "empty-frames": { everyMs: number; afterBytes?: number };
  /** A text frame within the audio. */
  "text-frame": { text: string; afterBytes?: number };
  /** One frame of this size. */
  "large-frame": { bytes: number };
  /** This much audio, as fast as the connection takes it, in frames of 64 KiB or another size. */
  flood: { bytes: number; frameBytes?: number };
  /** All the audio, but the connection stays open. */
  "never-close": object;
}

/** One of a table's faults, with its name. */
type OneOf<Table> = {
  [Name in keyof Table]: { readonly fault: Name } & Readonly<Table[Name]>;
}[keyof Table];
export type HttpFault = OneOf<HttpFaults>;
export type BodyFault = OneOf<BodyFaults>;
export type StreamFault = OneOf<StreamFaults>;

export type Fault = (HttpFault | BodyFault | StreamFault) & {
  /** The operation that fails. Default: any. */
  readonly on?: Operation;
  /** How often. Default: once. */
  readonly times?: number;
};

/** Names of the faults that can happen at each moment. */
const MOMENTS = {
  request: /^(status|redirect|body|hang|reset)$/,
  body: /^(drip|hang-in-body|truncated|short|endless)$/,
  stream: /^(close|terminate|stall|empty-frames|text-frame|large-frame|flood|never-close)$/,
};

/** A fault that is still to happen, and how often. */
export interface PendingFault {
  readonly fault: Fault;
  left: number;
}

/** Takes the oldest fault of an operation that can happen at this moment. */
export function takeFault<Kind extends HttpFault | BodyFault | StreamFault>(
  pending: readonly PendingFault[],
  operation: Operation | undefined,
  moment: keyof typeof MOMENTS,
): Kind | undefined {
  const next = pending.find(
    ({ left, fault: { on = operation, fault } }) =>
      left > 0 && on === operation && MOMENTS[moment].test(fault),
  );
  if (next !== undefined) next.left--;
  return next?.fault as Kind | undefined;
}
