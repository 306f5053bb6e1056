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
  /** 200 with this body. */
  | { readonly fault: "body"; readonly body: string | Uint8Array; readonly contentType?: string }
  /** No answer at all. */
  | { readonly fault: "hang" }
  /** The connection is cut before an answer. */
  | { readonly fault: "reset" };

/** Faults in the body of an answer. */
export type BodyFault =
  /** One byte at a time. */
  | { readonly fault: "drip"; readonly everyMs: number }
  /**
   * Half the body, then nothing; half, then the connection is cut; half as if it were all (only
   * Audio-Size-Bytes and the audio's header show it); audio without end or declared length.
   */
  | { readonly fault: "hang-in-body" | "truncated" | "short" | "endless" };

/** Faults of an open stream. `afterBytes` counts the audio sent before. */
export type StreamFault =
  /** Closed with or without a code; at once, unless `afterBytes` is set. */
  | {
      readonly fault: "close";
      readonly code?: number;
      readonly reason?: string;
      readonly afterBytes?: number;
    }
  /** The connection is cut without a close frame; silence, the connection open. */
  | { readonly fault: "terminate" | "stall"; readonly afterBytes?: number }
  /** Frames without audio, for ever. */
  | { readonly fault: "empty-frames"; readonly everyMs: number; readonly afterBytes?: number }
  /** All the audio, but the connection stays open. */
  | { readonly fault: "never-close" }
  /** A text frame within the audio. */
  | { readonly fault: "text-frame"; readonly text: string; readonly afterBytes?: number }
  /** One frame of this size. */
  | { readonly fault: "large-frame"; readonly bytes: number }
  /** This much audio, as fast as the connection takes it, in frames of 64 KiB or another size. */
  | { readonly fault: "flood"; readonly bytes: number; readonly frameBytes?: number };

export type Fault = (HttpFault | BodyFault | StreamFault) & {
  /** The operation that fails. Default: any. */
  readonly on?: Operation;
  /** How often. Default: once. */
  readonly times?: number;
};

interface Kinds {
  readonly http: HttpFault;
  readonly body: BodyFault;
  readonly stream: StreamFault;
}

/** Faults of a stream that is open are all the others. */
const KINDS: Readonly<Partial<Record<Fault["fault"], keyof Kinds>>> = {
  ...{ status: "http", redirect: "http", body: "http", hang: "http", reset: "http" },
  ...{ drip: "body", "hang-in-body": "body", truncated: "body", short: "body", endless: "body" },
};

/** The pending faults, oldest first. */
export class FaultQueue {
  #faults: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The next fault for an operation, of a kind that can happen now. */
  take<K extends keyof Kinds>(operation: Operation | undefined, kind: K): Kinds[K] | undefined {
    const entry = this.#faults.find(
      ({ fault: { on = operation, fault } }) =>
        on === operation && (KINDS[fault] ?? "stream") === kind,
    );
    if (entry !== undefined && --entry.left <= 0) {
      this.#faults = this.#faults.filter((other) => other !== entry);
    }
    return entry?.fault as Kinds[K] | undefined;
  }
}
