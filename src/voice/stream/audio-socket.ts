import type { IncomingMessage } from "node:http";
import type { RawData, WebSocket } from "ws";
import type { Keys } from "../http/credentials.js";
import { abortError } from "../http/deadline.js";
import { safeCause } from "../causes.js";
import {
  type VoiceError,
  VoiceInputError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../errors.js";
import { describeClose, openingError, refusalError, settleable } from "./socket-outcomes.js";

export interface AudioSocketOptions {
  readonly url: string;
  readonly keys: Keys;
  readonly redact: (text: string) => string;
  /** Sent with the keys as soon as the connection is open. */
  readonly text?: string;
  /** Simplex: the server ends the stream. Duplex: it does so only after `end()`. */
  readonly mode: "simplex" | "duplex";
  /** Longest silence, milliseconds. */
  readonly timeoutMs: number;
  readonly maxFrameBytes: number;
  readonly signal?: AbortSignal | undefined;
}

let Socket: typeof WebSocket | undefined;

/** Audio buffered for a slow reader: 16 s of this service's. Beyond that, the connection is paused. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = HIGH_WATER / 2;
/** What a piece costs beyond its bytes, so that a flood of tiny ones is paused, too. */
const PIECE_COST = 128;

const GARBAGE_EVERY = 64 * 1024;
const GARBAGE_WORDS = GARBAGE_EVERY / 64;

/**
 * One streaming connection. Audio is read piece by piece. It fails once, however many things go
 * wrong, and leaves nothing open.
 */
export class AudioSocket {
  readonly #socket: WebSocket;
  readonly #options: AudioSocketOptions;
  readonly #opened = settleable();
  readonly #over = settleable();
  #queue: Uint8Array[] = [];
  #queued = 0;
  #received = 0;
  #sent = 0;
  #state: "open" | "ending" | "over" = "open";
  #failure: VoiceError | undefined;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #awaitsAudio: boolean;
  #hasReader = false;
  #sinceGarbage = 0;

  private constructor(socket: WebSocket, options: AudioSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#awaitsAudio = options.mode === "simplex";
    // Pieces as they were read: joining frames would copy every byte.
    socket.binaryType = "fragments";
    socket.on("open", () => this.#onOpen());
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason));
    socket.on("error", (error) => this.#onError(error));
    socket.on("unexpected-response", (_request, response) => this.#onRefusal(response));
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (options.signal?.aborted === true) this.#onAbort();
    this.#watch();
  }

  /** Connects, and sends the keys (and the text) as soon as the connection is open. */
  static async open(options: AudioSocketOptions): Promise<AudioSocket> {
    // Loaded with the first stream; another import() would still cost a tenth of a millisecond.
    Socket ??= (await import("ws")).WebSocket;
    const socket = new Socket(options.url, {
      maxPayload: options.maxFrameBytes,
      // Audio hardly shrinks, and a compressed frame may inflate to any size.
      perMessageDeflate: false,
    });
    const audio = new AudioSocket(socket, options);
    await audio.#opened.promise;
    return audio;
  }

  /** The next audio, undefined at the end. @throws what ended the stream, once all audio is read */
  async read(): Promise<Uint8Array | undefined> {
    if (!this.#hasReader) {
      this.#hasReader = true;
      this.#watch();
    }
    for (;;) {
      const audio = this.#queue.shift();
      if (audio !== undefined) {
        this.#queued -= audio.length + PIECE_COST;
        if (this.#socket.isPaused && this.#queued <= LOW_WATER) {
          this.#socket.resume();
          this.#watch();
        }
        return audio;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#state === "over") return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Sends a text to convert. @throws what ended the stream, or VoiceInputError after `end()` */
  send(text: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#state !== "open") {
      throw new VoiceInputError(
        "The session takes no text after end() or abort(). Open another with connect().",
      );
    }
    this.#sent++;
    this.#transmit({ type: "convert", text });
    this.#awaitsAudio = true;
    this.#watch();
  }

  /** Asks the server to finish, and waits until it has closed the connection. */
  end(): Promise<void> {
    if (this.#state === "open") {
      this.#state = "ending";
      this.#transmit({ type: "close" });
      this.#watch();
    }
    return this.#over.promise;
  }

  /** Ends it from this side without an error; unread audio is dropped. */
  close(): void {
    this.#queue = [];
    this.#finish();
  }

  /** Ends it from this side: reading, `end()` and `send()` fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    if (this.#state === "over") return;
    this.#queue = [];
    this.#finish(abortError(reason));
  }

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket.send(JSON.stringify(message), () => {});
  }

  #onOpen(): void {
    const { keys, text } = this.#options;
    this.#isOpen = true;
    this.#transmit({ type: "authApiKey", clientKey: keys.clientKey, apiKey: keys.apiKey });
    if (text !== undefined) this.#transmit({ type: "convert", text });
    this.#watch();
    this.#opened.resolve();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#state === "over") return;
    if (!isBinary) {
      const said = this.#options.redact((data as Buffer).toString()).slice(0, 300);
      this.#fail(`the server sent a text within the audio: ${JSON.stringify(said)}`);
      return;
    }
    for (const { buffer, byteOffset, length } of data as Buffer[]) {
      this.#received += length;
      this.#queued += length + PIECE_COST;
      this.#queue.push(new Uint8Array(buffer, byteOffset, length));
      this.#hastenCollection(length);
    }
    if (this.#options.mode === "duplex") this.#awaitsAudio = false;
    if (this.#queued > HIGH_WATER) this.#socket.pause();
    this.#watch();
    this.#notify();
  }

  /**
   * Node 24 frees unused buffers only when there are 64 MiB of them, or when ordinary objects fill a
   * part of the heap. So an eighth of what is read is allocated as ordinary objects: on a flood, that
   * saves 30 MiB.
   */
  #hastenCollection(bytes: number): void {
    this.#sinceGarbage += bytes;
    if (this.#sinceGarbage < GARBAGE_EVERY) return;
    const { length } = new Array<number>(GARBAGE_WORDS).fill(0);
    this.#sinceGarbage -= length * (GARBAGE_EVERY / GARBAGE_WORDS);
  }

  #onClose(closeCode: number, reason: Buffer): void {
    if (this.#state === "over") return;
    const { mode } = this.#options;
    if (closeCode !== 1000) {
      const said = this.#options.redact(reason.toString());
      this.#fail(describeClose(closeCode, said), { closeCode });
    } else if (mode === "duplex" && this.#state !== "ending") {
      this.#fail("the server closed it before end() was called", { closeCode });
    } else if (this.#received === 0 && (mode === "simplex" || this.#sent > 0)) {
      this.#fail("it was closed without any audio", { closeCode });
    } else {
      this.#finish();
    }
  }

  #onError(error: Error): void {
    const cause = safeCause(error, this.#options.redact);
    if (this.#isOpen) {
      this.#fail(`the connection failed: ${cause.message}`, { cause });
    } else {
      this.#finish(openingError(cause));
    }
  }

  /** With this listener, ws neither reports nor closes on its own. */
  #onRefusal(response: IncomingMessage): void {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (): void =>
      this.#finish(refusalError(response, Buffer.concat(chunks), this.#options.redact));
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > 64 * 1024) refuse();
      else chunks.push(chunk);
    });
    response.on("end", refuse);
    response.on("error", refuse);
  }

  readonly #onAbort = (): void => this.abort(this.#options.signal?.reason);

  /**
   * (Re)starts the timer for silence if the server owes something. While the connection is paused,
   * nothing can arrive, so the timer stands still, except for a session that was ended and whose audio
   * nobody reads: it would never end.
   */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#state === "over") return;
    const due = this.#awaitsAudio || this.#state === "ending" || !this.#isOpen;
    const unread = this.#state === "ending" && !this.#hasReader;
    if (!due || (this.#socket.isPaused && !unread)) return;
    this.#timer = setTimeout(() => this.#onSilence(), this.#options.timeoutMs);
  }

  #onSilence(): void {
    const received = this.#received;
    const paused = this.#socket.isPaused;
    // After a long computation, the timer fires before audio that is waiting in the system.
    setImmediate(() => {
      if (this.#state === "over" || this.#received > received) return;
      this.#finish(new VoiceTimeoutError(this.#describeSilence(paused)));
    });
  }

  #describeSilence(paused: boolean): string {
    const { timeoutMs } = this.#options;
    if (paused) {
      return `The session was ended, but nobody has read its audio for ${timeoutMs} ms. Read it while end() waits.`;
    }
    const found = this.#isOpen
      ? `was silent for ${timeoutMs} ms, after ${this.#received} bytes of audio`
      : `was not open after ${timeoutMs} ms`;
    return `The stream ${found}. Set a larger timeoutMs, or try again later.`;
  }

  #fail(found: string, details: { closeCode?: number; cause?: unknown } = {}): void {
    const bytesReceived = this.#received;
    this.#finish(
      new VoiceStreamError(
        `The stream failed after ${bytesReceived} bytes of audio: ${found}. The audio is not complete; convert the text again.`,
        { ...details, bytesReceived },
      ),
    );
  }

  #finish(failure?: VoiceError): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(1000);
    // Does not wait for the server's answer, which may come after any amount of audio.
    this.#socket.terminate();
    if (failure === undefined) {
      this.#opened.resolve();
      this.#over.resolve();
    } else {
      this.#opened.reject(failure);
      this.#over.reject(failure);
    }
    this.#notify();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
