/** The six things the service does, as the client names them. */
export type Operation =
  "tts.listVoices" | "tts.convert" | "vc.listVoices" | "vc.convert" | "tts.stream" | "tts.connect";

/** Faults of any operation; for a stream, of its upgrade to a WebSocket. */
export type HttpFault =
  /** An error status. By default, its body is the service's `{text, code, message}`. */
  | {
      readonly fault: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** 302 to somewhere else. */
  | { readonly fault: "redirect"; readonly location: string }
  /** No answer at all. */
  | { readonly fault: "hang" }
  /** The connection is cut before an answer. */
  | { readonly fault: "reset" };

/** Faults in the body of an answer. */
export type BodyFault =
  /** 200 with this body. */
  | { readonly fault: "body"; readonly body: string | Uint8Array; readonly contentType?: string }
  /** Half the body, then nothing. */
  | { readonly fault: "hang-in-body" }
  /** One byte at a time. */
  | { readonly fault: "drip"; readonly everyMs: number }
  /** Half the body, then the connection is cut. */
  | { readonly fault: "truncated" }
  /** Half the body as if it were all: only Audio-Size-Bytes and the audio's header show it. */
  | { readonly fault: "short" }
  /** Audio without an end and without a declared length. */
  | { readonly fault: "endless" };

/** Faults of an open stream. `afterBytes` counts the audio sent before. */
export type StreamFault =
  /** Closed with or without a code; at once, unless `afterBytes` is set. */
  | {
      readonly fault: "close";
      readonly code?: number;
      readonly reason?: string;
      readonly afterBytes?: number;
    }
  /** The connection is cut without a close frame. */
  | { readonly fault: "terminate"; readonly afterBytes?: number }
  /** Silence, the connection open. */
  | { readonly fault: "stall"; readonly afterBytes?: number }
  /** All the audio, but the connection stays open. */
  | { readonly fault: "never-close" }
  /** A text frame within the audio. */
  | { readonly fault: "text-frame"; readonly text: string; readonly afterBytes?: number }
  /** One frame of this size. */
  | { readonly fault: "large-frame"; readonly bytes: number }
  /** This much audio, as fast as the connection takes it. */
  | { readonly fault: "flood"; readonly bytes: number };

export type Fault = (HttpFault | BodyFault | StreamFault) & {
  /** The operation that fails. Default: any. */
  readonly on?: Operation;
  /** How often. Default: once. */
  readonly times?: number;
};

const HTTP_FAULTS: ReadonlySet<string> = new Set(["status", "redirect", "hang", "reset"]);
const BODY_FAULTS: ReadonlySet<string> = new Set([
  ...["body", "hang-in-body", "drip", "truncated", "short", "endless"],
]);

export function isHttpFault(fault: Fault): fault is Fault & HttpFault {
  return HTTP_FAULTS.has(fault.fault);
}

export function isBodyFault(fault: Fault): fault is Fault & BodyFault {
  return BODY_FAULTS.has(fault.fault);
}

/** The pending faults, oldest first. */
export class FaultQueue {
  #faults: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The next fault for an operation, of a kind that can happen now. */
  take<T extends Fault>(
    operation: Operation | undefined,
    fits: (fault: Fault) => fault is T,
  ): T | undefined {
    for (const entry of this.#faults) {
      const { fault } = entry;
      if ((fault.on !== undefined && fault.on !== operation) || !fits(fault)) continue;
      if (--entry.left <= 0) this.#faults = this.#faults.filter((other) => other !== entry);
      return fault;
    }
    return undefined;
  }
}
