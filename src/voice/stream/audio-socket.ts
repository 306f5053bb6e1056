import { once } from "node:events";
import type { RawData, WebSocket } from "ws";
import {
  errorCode,
  VoiceAbortError,
  VoiceConnectionError,
  type VoiceError,
  VoiceInputError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../errors.js";
import { within, type Call } from "../http/call.js";
import type { Service } from "../http/service.js";
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
 * One streaming connection, which opens at once. It fails once, however many things go wrong, and
 * leaves nothing open. A simplex stream is one that has been ended after its only text, except that
 * nobody tells the server.
 */
export class AudioSocket {
  readonly #options: AudioSocketOptions;
  readonly #service: Service;
  readonly #over = new AbortController();
  readonly #opening: Promise<void>;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  /** Tells the reader, who waits, that there is something new. */
  #wake = (): void => {};
  #socket: WebSocket | undefined;
  #state: "opening" | "open" | "ending" | "over" = "opening";
  #failure: VoiceError | undefined;
  #received = 0;
  #owesAudio = false;
  #hasReader = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AudioSocketOptions) {
    this.#options = options;
    this.#service = options.voices.service;
    const { signal } = options.limits;
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#onAbort();
    const limits = { ...options.limits, signal: this.#over.signal };
    this.#opening = within("Opening the stream", limits, (call) => this.#connect(call)).catch(
      this.#finish,
    );
  }

  /** Waits until the keys are sent. @throws why it could not be opened */
  async opened(): Promise<void> {
    await this.#opening;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The audio as it comes. @throws what ended the stream, once all audio is read */
  async *read(): AsyncGenerator<Uint8Array, undefined> {
    this.#hasReader = true;
    this.#watch();
    for (;;) {
      const piece = this.#queue.shift();
      if (piece !== undefined) {
        this.#queued -= piece.length + PIECE_COST;
        if (this.#socket?.isPaused === true) {
          if (this.#queued <= LOW_WATER) this.#socket.resume();
          this.#watch();
        }
        yield piece;
      } else if (this.#state === "over") {
        if (this.#failure !== undefined) throw this.#failure;
        return undefined;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
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
    this.#owesAudio = true;
    this.#watch();
  }

  /** Asks the server to finish, and waits until it has closed the connection. */
  async end(): Promise<void> {
    if (this.#state === "open") {
      this.#state = "ending";
      this.#transmit({ type: "close" });
      this.#watch();
    }
    if (this.#state !== "over") await once(this.#over.signal, "abort");
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Ends it from this side without an error; unread audio is dropped. */
  close(): void {
    this.#queue.length = 0;
    this.#finish();
  }

  /** Ends it from this side: reading, `end()` and `send()` fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    if (this.#state !== "over") this.#queue.length = 0;
    this.#finish(new VoiceAbortError(reason));
  }

  async #connect(call: Call): Promise<void> {
    const { voices, voiceId, text, limits } = this.#options;
    await voices.require(voiceId, call);
    const keys = await this.#service.credentials.keys();
    // Loaded with the first stream; another import() would still cost a tenth of a millisecond.
    Socket ??= (await import("ws")).WebSocket;
    call.signal.throwIfAborted();
    const kind = text === undefined ? "duplex" : "simplex";
    const url = `${limits.webSocket}/v1/tts/stream/${kind}/ws?voiceId=${voiceId}`;
    // Audio hardly shrinks, and a compressed frame may inflate to any size.
    const options = { maxPayload: limits.maxFrameBytes, perMessageDeflate: false };
    const socket = (this.#socket = new Socket(url, options));
    // Pieces as they were read: joining frames would copy every byte.
    socket.binaryType = "fragments";
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
    socket.on("error", (error) => this.#onError(error));
    // An HTTP answer instead of the upgrade. With this listener, ws neither reports nor closes.
    socket.on("unexpected-response", (_request, body) => {
      const headers = new Headers({ "retry-after": body.headers["retry-after"] ?? "" });
      const answer = { status: body.statusCode ?? 0, headers, body };
      void this.#service.statusError("Opening the stream", answer).then(this.#finish);
    });
    await new Promise((resolve) => socket.once("open", resolve));
    this.#state = "open";
    this.#transmit({ type: "authApiKey", ...keys });
    if (text !== undefined) {
      this.send(text);
      this.#state = "ending";
    }
    this.#watch();
  }

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket?.send(JSON.stringify(message), () => {});
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#state === "over") return;
    if (!isBinary) {
      const said = this.#service.credentials.shown((data as Buffer).toString());
      this.#fail(`the server sent a text within the audio: ${JSON.stringify(said)}`);
      return;
    }
    const before = this.#received;
    for (const { buffer, byteOffset, length } of data as Buffer[]) {
      this.#received += length;
      for (let at = 0; at < length; at += LARGEST_PIECE) {
        const size = Math.min(LARGEST_PIECE, length - at);
        this.#queue.push(new Uint8Array(buffer, byteOffset + at, size));
        this.#queued += size + PIECE_COST;
      }
    }
    // An empty frame is no sign of life: a server could send them for ever.
    if (this.#received === before) return;
    this.#owesAudio = false;
    if (this.#queued > HIGH_WATER) this.#socket?.pause();
    this.#watch();
    this.#wake();
  }

  #onClose(closeCode: number, reason: string): void {
    const said = [CLOSE_MEANINGS[closeCode], this.#service.credentials.shown(reason)];
    const why = said.filter(Boolean).join("; ");
    if (closeCode !== 1000) {
      this.#fail(`it was closed with code ${closeCode}${why && ` (${why})`}`, { closeCode });
    } else if (this.#state !== "ending") {
      this.#fail("the server closed it before end() was called", { closeCode });
    } else if (this.#owesAudio && this.#received === 0) {
      this.#fail("it was closed without any audio", { closeCode });
    } else {
      this.#finish();
    }
  }

  #onError(error: Error): void {
    const cause = this.#service.credentials.safe(error);
    if (this.#state !== "opening") {
      this.#fail(`the connection failed: ${cause.message}`, { cause });
      return;
    }
    const message = `The stream could not be opened (${errorCode(cause) ?? cause.message}). Check the network and wsBaseUrl, then try again.`;
    this.#finish(new VoiceConnectionError(message, { beforeSending: true, cause }));
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
    const { isPaused } = this.#socket;
    const isSilent = !isPaused && (isEnding || this.#owesAudio);
    const isUnread = isPaused && isEnding && !this.#hasReader;
    const ms = isSilent || isUnread ? timeoutMs : idleMs;
    const message = isSilent
      ? `The stream was silent for ${ms} ms, after ${this.#received} bytes of audio. Set a larger timeoutMs, or try again later.`
      : `Nobody sent a text or read audio for ${ms} ms, so the stream was closed. Read a session's audio while end() waits, end one that is done, or set a larger ${isUnread ? "timeoutMs" : "idleMs"}.`;
    const received = this.#received;
    const expire = (): void => {
      if (this.#received === received) this.#finish(new VoiceTimeoutError(message));
    };
    // After a long computation, the timer fires before audio that is waiting in the system.
    this.#timer = setTimeout(() => setImmediate(expire), ms);
  }

  #fail(found: string, details: { closeCode?: number; cause?: unknown } = {}): void {
    const bytesReceived = this.#received;
    const message = `The stream failed after ${bytesReceived} bytes of audio: ${found}. The audio is not complete; convert the text again.`;
    this.#finish(new VoiceStreamError(message, { ...details, bytesReceived }));
  }

  readonly #onAbort = (): void => this.abort(this.#options.limits.signal?.reason);

  readonly #finish = (failure?: VoiceError): void => {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.limits.signal?.removeEventListener("abort", this.#onAbort);
    this.#over.abort();
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.close(1000);
    // Does not wait for the server's answer, which may come after any amount of audio.
    this.#socket?.terminate();
    this.#wake();
  };
}
