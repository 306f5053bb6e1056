import type { IncomingMessage } from "node:http";
import type { RawData, WebSocket } from "ws";
import type { Credentials } from "../http/credentials.js";
import {
  VoiceAbortError,
  VoiceConnectionError,
  type VoiceError,
  VoiceInputError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../errors.js";
import { statusError } from "../http/http.js";
import type { Limits, Settings } from "../http/settings.js";

export interface AudioSocketOptions {
  readonly url: string;
  /** The first message. */
  readonly hello: object;
  /** What a simplex stream speaks. A duplex stream has none: the server ends it only after `end()`. */
  readonly text: string | undefined;
  readonly credentials: Credentials;
  readonly limits: Pick<Settings, "timeoutMs" | "idleMs" | "maxFrameBytes"> &
    Pick<Limits, "signal">;
}

/** Audio buffered for a slow reader: 16 s of this service's. Beyond that, the connection is paused. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = HIGH_WATER / 2;
/** What a piece costs beyond its bytes, so that a flood of tiny ones is paused, too. */
const PIECE_COST = 128;
/** 64 ms of audio. V8 counts objects, not the bytes behind them: few large pieces pile up in memory. */
const LARGEST_PIECE = 4 * 1024;
const REFUSAL_BYTES = 64 * 1024;

/** What a server means by a close code other than 1000. */
const CLOSE_MEANINGS: Readonly<Record<number, string>> = {
  1001: "the server is going away",
  1005: "the server gave no code",
  1006: "the connection was lost",
  1008: "the server refuses the keys or the voice",
  1009: "the text was too large for the server",
  1011: "the server failed",
  1013: "the server is overloaded",
};

let Socket: typeof WebSocket | undefined;

/**
 * One streaming connection. Audio is read piece by piece. It fails once, however many things go
 * wrong, and leaves nothing open.
 */
export class AudioSocket {
  readonly #socket: WebSocket;
  readonly #options: AudioSocketOptions;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #received = 0;
  #state: "opening" | "open" | "ending" | "over" = "opening";
  #failure: VoiceError | undefined;
  #owesAudio: boolean;
  #hasReader = false;
  #hasText = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  private constructor(socket: WebSocket, options: AudioSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#owesAudio = options.text !== undefined;
    // Pieces as they were read: joining frames would copy every byte.
    socket.binaryType = "fragments";
    socket.on("open", () => this.#onOpen());
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
    socket.on("error", (error) => this.#onError(error));
    socket.on("unexpected-response", (_request, response) => void this.#onRefusal(response));
  }

  /** Connects, and sends the keys (and the text) as soon as the connection is open. */
  static async open(options: AudioSocketOptions, opening: AbortSignal): Promise<AudioSocket> {
    // Loaded with the first stream; another import() would still cost a tenth of a millisecond.
    Socket ??= (await import("ws")).WebSocket;
    opening.throwIfAborted();
    const { maxFrameBytes: maxPayload, signal } = options.limits;
    // Audio hardly shrinks, and a compressed frame may inflate to any size.
    const socket = new Socket(options.url, { maxPayload, perMessageDeflate: false });
    const audio = new AudioSocket(socket, options);
    const stop = (): void => audio.abort(opening.reason);
    opening.addEventListener("abort", stop, { once: true });
    while (audio.#state === "opening") await audio.#change();
    opening.removeEventListener("abort", stop);
    if (signal?.aborted === true) audio.#onAbort();
    else if (audio.#failure === undefined) signal?.addEventListener("abort", audio.#onAbort);
    if (audio.#failure !== undefined) throw audio.#failure;
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
        if (this.#socket.isPaused) {
          if (this.#queued <= LOW_WATER) this.#socket.resume();
          this.#watch();
        }
        return audio;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#state === "over") return undefined;
      await this.#change();
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
    this.#transmit({ type: "convert", text });
    this.#hasText = true;
    this.#owesAudio = true;
    this.#watch();
  }

  /** Asks the server to finish, and waits until it has closed the connection. */
  end(): Promise<void> {
    if (this.#state === "open") {
      this.#state = "ending";
      this.#transmit({ type: "close" });
      this.#watch();
    }
    const over = (async () => {
      while (this.#state !== "over") await this.#change();
      if (this.#failure !== undefined) throw this.#failure;
    })();
    // Nobody has to handle it: the reader gets every failure.
    over.catch(() => {});
    return over;
  }

  /** Ends it from this side without an error; unread audio is dropped. */
  close(): void {
    this.#queue.length = 0;
    this.#finish();
  }

  /** Ends it from this side: reading, `end()` and `send()` fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    if (this.#state === "over") return;
    this.#queue.length = 0;
    this.#finish(new VoiceAbortError(reason));
  }

  readonly #onAbort = (): void => this.abort(this.#options.limits.signal?.reason);

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket.send(JSON.stringify(message), () => {});
  }

  #onOpen(): void {
    const { hello, text } = this.#options;
    this.#state = "open";
    this.#transmit(hello);
    if (text !== undefined) this.#transmit({ type: "convert", text });
    this.#watch();
    this.#notify();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#state === "over") return;
    if (!isBinary) {
      const said = this.#options.credentials.shown((data as Buffer).toString());
      this.#fail(`the server sent a text within the audio: ${JSON.stringify(said)}`);
      return;
    }
    const before = this.#received;
    for (const { buffer, byteOffset, length } of data as Buffer[]) {
      if (length === 0) continue;
      this.#received += length;
      for (let at = 0; at < length; at += LARGEST_PIECE) {
        const piece = new Uint8Array(buffer, byteOffset + at, Math.min(LARGEST_PIECE, length - at));
        this.#queued += piece.length + PIECE_COST;
        this.#queue.push(piece);
      }
    }
    // An empty frame is no sign of life: a server could send them for ever.
    if (this.#received === before) return;
    if (this.#options.text === undefined) this.#owesAudio = false;
    if (this.#queued > HIGH_WATER) this.#socket.pause();
    this.#watch();
    this.#notify();
  }

  #onClose(closeCode: number, reason: string): void {
    const isDuplex = this.#options.text === undefined;
    const said = [CLOSE_MEANINGS[closeCode], this.#options.credentials.shown(reason)];
    const detail = said.filter(Boolean).join("; ");
    if (closeCode !== 1000) {
      this.#fail(`it was closed with code ${closeCode}${detail && ` (${detail})`}`, { closeCode });
    } else if (isDuplex && this.#state !== "ending") {
      this.#fail("the server closed it before end() was called", { closeCode });
    } else if (this.#received === 0 && (!isDuplex || this.#hasText)) {
      this.#fail("it was closed without any audio", { closeCode });
    } else {
      this.#finish();
    }
  }

  #onError(error: Error): void {
    const cause = this.#options.credentials.safe(error);
    if (this.#state !== "opening") {
      this.#fail(`the connection failed: ${cause.message}`, { cause });
      return;
    }
    const code = "code" in cause ? ` (${String(cause.code)})` : "";
    const message = `The stream could not be opened${code}. Check the network and wsBaseUrl, then try again.`;
    this.#finish(new VoiceConnectionError(message, { beforeSending: true, cause }));
  }

  /** An HTTP answer instead of the upgrade. With this listener, ws neither reports nor closes. */
  async #onRefusal(response: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        if (chunks.reduce((sum, { length }) => sum + length, 0) > REFUSAL_BYTES) break;
      }
    } catch {
      // What came of the body has to do.
    }
    const status = response.statusCode ?? 0;
    const headers = new Headers({ "retry-after": response.headers["retry-after"] ?? "" });
    const { shown } = this.#options.credentials;
    this.#finish(
      statusError("Opening the stream", { status, headers }, Buffer.concat(chunks), shown),
    );
  }

  /**
   * (Re)starts the timer: for silence if the server owes something, else for idleness. While the
   * connection is paused, nothing can arrive, so only idleness counts, except for a session that was
   * ended and whose audio nobody reads: it would never end.
   */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#state === "over") return;
    const { timeoutMs, idleMs } = this.#options.limits;
    const isUnread = this.#state === "ending" && !this.#hasReader && this.#socket.isPaused;
    const isOwed = this.#owesAudio || this.#state === "ending";
    const message = isUnread
      ? `The session was ended, but nobody has read its audio for ${timeoutMs} ms. Read it while end() waits.`
      : isOwed && !this.#socket.isPaused
        ? `The stream was silent for ${timeoutMs} ms, after ${this.#received} bytes of audio. Set a larger timeoutMs, or try again later.`
        : undefined;
    const onTime = (): void => {
      const received = this.#received;
      // After a long computation, the timer fires before audio that is waiting in the system.
      setImmediate(() => {
        if (this.#received > received) return;
        const idle = `Nobody sent a text or read audio for ${idleMs} ms, so the stream was closed. End a session that is done, or set a larger idleMs.`;
        this.#finish(new VoiceTimeoutError(message ?? idle));
      });
    };
    this.#timer = setTimeout(onTime, message === undefined ? idleMs : timeoutMs);
  }

  #fail(found: string, details: { closeCode?: number; cause?: unknown } = {}): void {
    const bytesReceived = this.#received;
    const message = `The stream failed after ${bytesReceived} bytes of audio: ${found}. The audio is not complete; convert the text again.`;
    this.#finish(new VoiceStreamError(message, { ...details, bytesReceived }));
  }

  #finish(failure?: VoiceError): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.limits.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(1000);
    // Does not wait for the server's answer, which may come after any amount of audio.
    this.#socket.terminate();
    this.#notify();
  }

  /** Waits until something has happened: audio, the opening, the end. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
