import { once } from "node:events";
import type { RawData, WebSocket } from "ws";
import { within, type Call } from "../http/call.js";
import {
  errorCode,
  VoiceAbortError,
  VoiceConnectionError,
  type VoiceError,
  VoiceInputError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../errors.js";
import { check, type Limits } from "../options.js";
import { saveWav, type SavedAudio, type SaveOptions } from "../audio/save.js";
import type { Service } from "../http/service.js";
import { closeMeaning } from "./close-codes.js";
import { PieceQueue } from "./piece-queue.js";
import type { VoiceCatalogue } from "../voices.js";

let Socket: typeof WebSocket | undefined;

/** @internal */
export interface StreamPlan {
  readonly voices: VoiceCatalogue;
  readonly voiceId: number;
  /** What a simplex stream speaks. A duplex stream has none: the server ends it only after `end()`. */
  readonly text?: string;
  readonly limits: Limits;
}

/**
 * Audio as it arrives: one WAV stream in pieces of any size. Read it once, with `for await` or
 * `save()`. The connection opens when reading starts, pauses while the reader is slow, and closes when
 * the loop is left. All audio that arrived is delivered before an error is thrown.
 *
 * @example
 * const speech = client.tts.stream({ voiceId: 1, text: "The proposal has passed." });
 * for await (const piece of speech) speaker.write(piece);
 */
export type AudioStream = Pick<DuplexSession, typeof Symbol.asyncIterator | "save">;

/**
 * A stream that takes texts at any time while you read their audio from the same connection. (A
 * simplex stream is one that has been ended after its only text, except that nobody tells the server.)
 *
 * @example
 * const session = await client.tts.connect({ voiceId: 1 });
 * const saving = session.save("session.wav");
 * session.send("The vote is open.");
 * await session.end();
 * await saving;
 */
export class DuplexSession implements AsyncIterable<Uint8Array> {
  readonly #plan: StreamPlan;
  readonly #service: Service;
  readonly #over = new AbortController();
  readonly #queue = new PieceQueue();
  /** Tells a waiting reader that there is something new. */
  #wake = (): void => {};
  #opening: Promise<void> | undefined;
  #socket: WebSocket | undefined;
  #state: "opening" | "open" | "ending" | "over" = "opening";
  #failure: VoiceError | undefined;
  #received = 0;
  #owesAudio = false;
  #hasReader = false;
  #timer: NodeJS.Timeout | undefined;

  /** @internal Made by `tts.stream()` and `tts.connect()`. */
  constructor(plan: StreamPlan) {
    this.#plan = plan;
    this.#service = plan.voices.service;
  }

  /** @internal Makes a session that is open. @throws why it could not be opened */
  static async connect(plan: StreamPlan): Promise<DuplexSession> {
    const session = new DuplexSession(plan);
    await (session.#opening = session.#open());
    if (session.#failure !== undefined) throw session.#failure;
    return session;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    if (this.#hasReader) {
      throw new VoiceInputError(
        "This audio is already being read, and it can be read once. Keep the pieces, or convert again.",
      );
    }
    this.#hasReader = true;
    const pieces = this.#read();
    const leave = pieces.return.bind(pieces);
    // A generator would return only after the next piece, which may never come.
    pieces.return = (value) => {
      this.#leave();
      return leave(value);
    };
    return pieces;
  }

  /**
   * Writes the audio to a .wav file with its real length in the header. If a session cannot be saved,
   * it is closed.
   * @throws VoiceFileError, and what ends the stream; then there is no file
   */
  async save(path: string, options?: SaveOptions): Promise<SavedAudio> {
    try {
      return await saveWav(path, this, options);
    } finally {
      if (this.#plan.text === undefined) this.#leave();
    }
  }

  /**
   * Sends a text to speak. On a slow network the text is queued; `send` does not wait for audio.
   * @throws VoiceInputError for an unusable text or after `end()`, and what ended the session
   */
  send(text: string): void {
    check("What send gets", { text }, ["text"]);
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

  /**
   * Says that no more texts follow. The service speaks what is left, then closes.
   * @returns when it has closed; read the audio meanwhile
   * @throws what else ended the session (safe to ignore if you read the audio, which throws it, too)
   */
  end(): Promise<void> {
    if (this.#state === "open") {
      this.#state = "ending";
      this.#transmit({ type: "close" });
      this.#watch();
    }
    const isOver = this.#state === "over" || once(this.#over.signal, "abort");
    const ended = Promise.resolve(isOver).then(() => {
      if (this.#failure !== undefined) throw this.#failure;
    });
    // Nobody has to handle it: the reader gets every failure.
    ended.catch(() => {});
    return ended;
  }

  /** Closes at once; reading it and `end()` then fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    this.#leave(new VoiceAbortError(reason));
  }

  async *#read(): AsyncGenerator<Uint8Array, undefined> {
    // Not before the first piece is asked for: the service bills what it speaks.
    await (this.#opening ??= this.#open());
    this.#watch();
    for (;;) {
      const piece = this.#queue.take();
      if (piece !== undefined) {
        if (this.#socket?.isPaused === true) {
          if (this.#queue.isHalfEmpty) this.#socket.resume();
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

  /** Ends it from this side, and drops unread audio. Without a failure, reading just ends. */
  #leave(failure?: VoiceError): void {
    if (this.#state !== "over") this.#queue.clear();
    this.#finish(failure);
  }

  async #open(): Promise<void> {
    const { signal, ...limits } = this.#plan.limits;
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#onAbort();
    const work = (call: Call) => this.#connect(call);
    const own = { ...limits, signal: this.#over.signal };
    await within("Opening the stream", own, work).catch(this.#finish);
  }

  async #connect(call: Call): Promise<void> {
    const { voices, voiceId, text, limits } = this.#plan;
    await voices.require(voiceId, call);
    const keys = await this.#service.credentials.get();
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
      this.#transmit({ type: "convert", text });
      this.#owesAudio = true;
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
      const said = JSON.stringify(this.#service.credentials.shown((data as Buffer).toString()));
      return this.#fail(`the server sent a text within the audio: ${said}`);
    }
    const bytes = this.#queue.add(data as Buffer[]);
    this.#received += bytes;
    // An empty frame is no sign of life: a server could send them endlessly.
    if (bytes === 0) return;
    this.#owesAudio = false;
    if (this.#queue.isFull) this.#socket?.pause();
    this.#watch();
    this.#wake();
  }

  #onClose(closeCode: number, reason: string): void {
    const said = [closeMeaning(closeCode), this.#service.credentials.shown(reason)];
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
      return this.#fail(`the connection failed: ${cause.message}`, { cause });
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
    const { timeoutMs, idleMs } = this.#plan.limits;
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

  readonly #onAbort = (): void => this.abort(this.#plan.limits.signal?.reason);

  readonly #finish = (failure?: VoiceError): void => {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#plan.limits.signal?.removeEventListener("abort", this.#onAbort);
    this.#over.abort();
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.close(1000);
    // Does not wait for the server's answer, which may come after any amount of audio.
    this.#socket?.terminate();
    this.#wake();
  };
}
