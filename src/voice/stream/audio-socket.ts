import type { RawData, WebSocket } from "ws";
import {
  VoiceAbortError,
  VoiceConnectionError,
  type VoiceError,
  VoiceInputError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../errors.js";
import { within, type Call } from "../http/call.js";
import type { Credentials } from "../http/credentials.js";
import type { Limits } from "../http/settings.js";
import type { VoiceCatalogue } from "../voices.js";

export interface AudioSocketOptions {
  readonly voices: VoiceCatalogue;
  readonly voiceId: number;
  /** What a simplex stream speaks. A duplex stream has none: the server ends it only after `end()`. */
  readonly text: string | undefined;
  readonly limits: Limits;
}

/** Audio buffered for a slow reader: 16 s of this service's. Beyond that, the connection is paused. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = HIGH_WATER / 2;
/** What a piece costs beyond its bytes, so that a flood of tiny ones is paused, too. */
const PIECE_COST = 128;
/** 64 ms of audio. V8 counts objects, not the bytes behind them: few large pieces pile up in memory. */
const LARGEST_PIECE = 4 * 1024;

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
 * One streaming connection, which opens at once. Audio is read piece by piece. It fails once, however
 * many things go wrong, and leaves nothing open. A simplex stream is one that has been ended after its
 * only text, except that nobody tells the server.
 */
export class AudioSocket {
  readonly #options: AudioSocketOptions;
  readonly #leaving = new AbortController();
  readonly #queue: Uint8Array[] = [];
  readonly #waiting: (() => void)[] = [];
  #socket: WebSocket | undefined;
  #state: "opening" | "open" | "ending" | "over" = "opening";
  #failure: VoiceError | undefined;
  #queued = 0;
  #received = 0;
  #hasText = false;
  #owesAudio = false;
  #hasReader = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AudioSocketOptions) {
    this.#options = options;
    const { signal } = options.limits;
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#onAbort();
    const limits = { ...options.limits, signal: this.#leaving.signal };
    within("Opening the stream", limits, (call) => this.#connect(call)).catch(this.#finish);
  }

  /** Waits until the keys are sent. @throws why it could not be opened */
  opened(): Promise<void> {
    return this.#until(() => this.#state !== "opening");
  }

  /** The audio as it comes. @throws what ended the stream, once all audio is read */
  async *read(): AsyncGenerator<Uint8Array, undefined> {
    this.#hasReader = true;
    this.#watch();
    for (;;) {
      const audio = this.#queue.shift();
      if (audio !== undefined) {
        this.#queued -= audio.length + PIECE_COST;
        if (this.#socket?.isPaused === true) {
          if (this.#queued <= LOW_WATER) this.#socket.resume();
          this.#watch();
        }
        yield audio;
      } else if (this.#state === "over") {
        if (this.#failure !== undefined) throw this.#failure;
        return undefined;
      } else {
        await this.#change();
      }
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
    const over = this.#until(() => this.#state === "over");
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

  async #connect(call: Call): Promise<void> {
    const { voices, voiceId, text, limits } = this.#options;
    const { credentials, settings } = voices.service;
    await voices.require(voiceId, call);
    const keys = await credentials.keys();
    // Loaded with the first stream; another import() would still cost a tenth of a millisecond.
    Socket ??= (await import("ws")).WebSocket;
    call.signal.throwIfAborted();
    const kind = text === undefined ? "duplex" : "simplex";
    const url = `${settings.webSocket}/v1/tts/stream/${kind}/ws?voiceId=${voiceId}`;
    // Audio hardly shrinks, and a compressed frame may inflate to any size.
    const options = { maxPayload: limits.maxFrameBytes, perMessageDeflate: false };
    const socket = (this.#socket = new Socket(url, options));
    // Pieces as they were read: joining frames would copy every byte.
    socket.binaryType = "fragments";
    socket.on("open", () => {
      this.#state = "open";
      this.#transmit({ type: "authApiKey", ...keys });
      if (text !== undefined) {
        this.send(text);
        this.#state = "ending";
      }
      this.#watch();
      this.#notify();
    });
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
    socket.on("error", (error) => this.#onError(error));
    // An HTTP answer instead of the upgrade. With this listener, ws neither reports nor closes.
    socket.on("unexpected-response", (_request, body) => {
      const headers = new Headers({ "retry-after": body.headers["retry-after"] ?? "" });
      const answer = { status: body.statusCode ?? 0, headers, body };
      void voices.service.statusError("Opening the stream", answer).then(this.#finish);
    });
    await this.opened();
  }

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket?.send(JSON.stringify(message), () => {});
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#state === "over") return;
    if (!isBinary) {
      const said = this.#credentials.shown((data as Buffer).toString());
      this.#fail(`the server sent a text within the audio: ${JSON.stringify(said)}`);
      return;
    }
    const before = this.#received;
    for (const { buffer, byteOffset, length } of data as Buffer[]) {
      this.#received += length;
      for (let at = 0; at < length; at += LARGEST_PIECE) {
        const piece = new Uint8Array(buffer, byteOffset + at, Math.min(LARGEST_PIECE, length - at));
        this.#queued += piece.length + PIECE_COST;
        this.#queue.push(piece);
      }
    }
    // An empty frame is no sign of life: a server could send them for ever.
    if (this.#received === before) return;
    this.#owesAudio = false;
    if (this.#queued > HIGH_WATER) this.#socket?.pause();
    this.#watch();
    this.#notify();
  }

  #onClose(closeCode: number, reason: string): void {
    const said = [CLOSE_MEANINGS[closeCode], this.#credentials.shown(reason)]
      .filter(Boolean)
      .join("; ");
    const found =
      closeCode !== 1000
        ? `it was closed with code ${closeCode}${said && ` (${said})`}`
        : this.#state !== "ending"
          ? "the server closed it before end() was called"
          : this.#hasText && this.#received === 0
            ? "it was closed without any audio"
            : undefined;
    if (found === undefined) this.#finish();
    else this.#fail(found, { closeCode });
  }

  #onError(error: Error): void {
    const cause = this.#credentials.safe(error);
    if (this.#state !== "opening") {
      this.#fail(`the connection failed: ${cause.message}`, { cause });
      return;
    }
    const code = "code" in cause ? ` (${String(cause.code)})` : "";
    const message = `The stream could not be opened${code}. Check the network and wsBaseUrl, then try again.`;
    this.#finish(new VoiceConnectionError(message, { beforeSending: true, cause }));
  }

  get #credentials(): Credentials {
    return this.#options.voices.service.credentials;
  }

  /**
   * (Re)starts the timer: for silence if the server owes something, else for idleness. While the
   * connection is paused, nothing can arrive, so only idleness counts, except for a session that was
   * ended and whose audio nobody reads: it would never end.
   */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#socket === undefined || this.#state === "over") return;
    const { timeoutMs, idleMs } = this.#options.limits;
    const isEnding = this.#state === "ending";
    const isPaused = this.#socket.isPaused;
    const isUnread = isEnding && isPaused && !this.#hasReader;
    const isSilent = (isEnding || this.#owesAudio) && !isPaused;
    const message = isUnread
      ? `The session was ended, but nobody has read its audio for ${timeoutMs} ms. Read it while end() waits.`
      : isSilent
        ? `The stream was silent for ${timeoutMs} ms, after ${this.#received} bytes of audio. Set a larger timeoutMs, or try again later.`
        : `Nobody sent a text or read audio for ${idleMs} ms, so the stream was closed. End a session that is done, or set a larger idleMs.`;
    const onTime = (): void => {
      const received = this.#received;
      // After a long computation, the timer fires before audio that is waiting in the system.
      setImmediate(() => {
        if (this.#received === received) this.#finish(new VoiceTimeoutError(message));
      });
    };
    this.#timer = setTimeout(onTime, isUnread || isSilent ? timeoutMs : idleMs);
  }

  #fail(found: string, details: { closeCode?: number; cause?: unknown } = {}): void {
    const bytesReceived = this.#received;
    const message = `The stream failed after ${bytesReceived} bytes of audio: ${found}. The audio is not complete; convert the text again.`;
    this.#finish(new VoiceStreamError(message, { ...details, bytesReceived }));
  }

  readonly #finish = (failure?: VoiceError): void => {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.limits.signal?.removeEventListener("abort", this.#onAbort);
    this.#leaving.abort();
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.close(1000);
    // Does not wait for the server's answer, which may come after any amount of audio.
    this.#socket?.terminate();
    this.#notify();
  };

  /** Waits for what may have happened already. @throws what ended the stream */
  async #until(hasHappened: () => boolean): Promise<void> {
    while (!hasHappened()) await this.#change();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits until something has happened: audio, the opening, the end. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
