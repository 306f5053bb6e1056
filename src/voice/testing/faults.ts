/** The six things the service does, as the client names them. */
export type Operation =
  "tts.listVoices" | "tts.convert" | "vc.listVoices" | "vc.convert" | "tts.stream" | "tts.connect";

/** What can go wrong with any operation; for a stream, with its upgrade to a WebSocket. */
export type HttpFault =
  /** An error status. Its body is the service's `{text, code, message}` where none is given. */
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

/** What can go wrong with the body of an answer. */
export type BodyFault =
  /** 200 with this in place of what was asked for. */
  | { readonly fault: "body"; readonly body: string | Uint8Array; readonly contentType?: string }
  /** Half the body, then nothing. */
  | { readonly fault: "hang-in-body" }
  /** One byte each time. */
  | { readonly fault: "drip"; readonly everyMs: number }
  /** Half the body, then the connection is cut. */
  | { readonly fault: "truncated" }
  /** Half the body as if it were all: only Audio-Size-Bytes and the audio's own header tell. */
  | { readonly fault: "short" }
  /** Audio without an end and without a declared length. */
  | { readonly fault: "endless" };

/** What can go wrong with a stream that is open. The bytes are those of audio sent before. */
export type StreamFault =
  /** Closed with a code, or with none; at once where `afterBytes` is absent. */
  | {
      readonly fault: "close";
      readonly code?: number;
      readonly reason?: string;
      readonly afterBytes?: number;
    }
  /** The connection is cut without a goodbye. */
  | { readonly fault: "terminate"; readonly afterBytes?: number }
  /** Silence, the connection open. */
  | { readonly fault: "stall"; readonly afterBytes?: number }
  /** All the audio, but the connection stays open. */
  | { readonly fault: "never-close" }
  /** A text among the audio. */
  | { readonly fault: "text-frame"; readonly text: string; readonly afterBytes?: number }
  /** One frame of this size. */
  | { readonly fault: "large-frame"; readonly bytes: number }
  /** This much audio, as fast as the connection takes it. */
  | { readonly fault: "flood"; readonly bytes: number };

export type Fault = (HttpFault | BodyFault | StreamFault) & {
  /** The operation that fails; any where absent. */
  readonly on?: Operation;
  /** How often, once where absent. */
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

/** The faults to come, oldest first. */
export class FaultQueue {
  #faults: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault that is due for an operation and of a kind that can happen now. */
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
