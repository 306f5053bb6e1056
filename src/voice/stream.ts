import { once } from "node:events";
import { Readable } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { VoiceError } from "./errors.js";
import { type CallOptions, check } from "./checked-options.js";
import { type SavedAudio, saveAudio } from "./save.js";
import { abortError, type Service } from "./service.js";

/** 64 ms of audio. V8 counts objects, not the bytes behind them: a few large ones would pile up. */
const LARGEST_PIECE = 4 * 1024;
/** Pieces, at most 1 MiB: with more, the connection pauses. */
const MOST_UNREAD = 256;
const LARGEST_FRAME = 16 * 1024 * 1024;

/** What a stream is asked for; a session has no text yet. */
interface StreamRequest {
  readonly voiceId: number;
  readonly text?: string;
  /** Lists the voices, if that was not done. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
}

/**
 * Audio as it arrives. Read it once, with `for await` or `save()`: it connects when reading starts, pauses while
 * the reader is slow, and closes when the loop is left. All audio that arrived is delivered before an error is thrown.
 */
export type AudioStream = Pick<DuplexSession, typeof Symbol.asyncIterator | "save">;

/**
 * A stream that takes texts at any time while you read their audio. (A simplex stream is one that has been
 * ended after its only text, except that nobody tells the service.)
 *
 * @example
 * const session = await client.tts.connect({ voiceId: 1 });
 * const saving = session.save("session.wav");
 * session.send("The vote is open.");
 * await session.end();
 * await saving;
 */
export class DuplexSession extends Readable {
  readonly #service: Service;
  readonly #request: StreamRequest;
  readonly #options: CallOptions;
  readonly #over = new AbortController();
  #opening?: Promise<this>;
  #socket?: WebSocket;
  #isEnding = false;
  #owesAudio = false;
  #isRead = false;
  #received = 0;
  #failure?: Error;
  #timer?: NodeJS.Timeout;

  /** @internal Made by `tts.stream()` and `tts.connect()`. */
  constructor(service: Service, request: StreamRequest, options: CallOptions) {
    check(options, [], ["timeoutMs", "signal"]);
    super({ objectMode: true, highWaterMark: MOST_UNREAD });
    // Reading throws every error; an event that nobody handles would end the process.
    this.on("error", () => {});
    this.#service = service;
    this.#request = request;
    this.#options = options;
  }

  override [Symbol.asyncIterator](): NodeJS.AsyncIterator<Uint8Array, undefined> {
    if (this.#isRead) throw new VoiceError("input", "This audio can be read only once.");
    this.#isRead = true;
    this.#watch();
    return super[Symbol.asyncIterator]() as NodeJS.AsyncIterator<Uint8Array, undefined>;
  }

  /** Writes the audio to a file, with its real length in the header. A session that cannot be saved is closed. */
  async save(path: string): Promise<SavedAudio> {
    try {
      return await saveAudio(path, this);
    } finally {
      if (this.#request.text === undefined) this.destroy();
    }
  }

  /** Sends a text to speak, and does not wait for its audio. */
  send(text: string): void {
    check({ text }, ["text"]);
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#isEnding || this.#over.signal.aborted) {
      throw new VoiceError("input", "The session has ended. Open another with connect().");
    }
    this.#transmit({ type: "convert", text });
    this.#owesAudio = true;
    this.#watch();
  }

  /** Says that no more texts follow, and waits until the service has closed. Read the audio meanwhile. */
  end(): Promise<void> {
    if (!this.#isEnding) this.#transmit({ type: "close" });
    this.#isEnding = true;
    this.#watch();
    const { signal } = this.#over;
    const ended = Promise.resolve(signal.aborted || once(signal, "abort")).then(() => {
      if (this.#failure !== undefined) throw this.#failure;
    });
    // Nobody has to handle it: the reader gets every failure.
    ended.catch(() => {});
    return ended;
  }

  /** Closes at once; reading it and `end()` then fail as aborted. */
  abort(reason?: unknown): void {
    this.destroy(abortError(reason));
  }

  /** @internal Reading begins or goes on. */
  override _read(): void {
    // Not before the first piece is wanted: the service bills what it speaks.
    this.open().catch(() => {});
    if (this.#socket?.isPaused === true) this.#socket.resume();
    this.#watch();
  }

  /** @internal */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Leaving a loop is no failure, though Node says so.
    this.#hangUp(error instanceof VoiceError ? error : undefined);
    done(this.#failure);
  }

  /** @internal @throws why it could not be opened */
  open(): Promise<this> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<this> {
    const { signal: caller, timeoutMs } = this.#options;
    const options = { timeoutMs, signal: this.#over.signal };
    caller?.addEventListener("abort", this.#onAbort);
    if (caller?.aborted === true) this.#onAbort();
    const work = (opening: AbortSignal) => this.#connect(opening);
    await this.#service.call("Opening the stream", options, work).catch(this.#finish);
    if (this.#failure !== undefined) throw this.#failure;
    return this;
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const { voiceId, text, prepare } = this.#request;
    const service = this.#service;
    await prepare(signal);
    const { WebSocket: Socket } = await import("ws");
    signal.throwIfAborted();
    const kind = text === undefined ? "duplex" : "simplex";
    const url = `${service.wsBaseUrl}/v1/tts/stream/${kind}/ws?voiceId=${voiceId}`;
    // Audio hardly shrinks, and a compressed frame may inflate to any size.
    const options = { maxPayload: LARGEST_FRAME, perMessageDeflate: false };
    const socket = (this.#socket = new Socket(url, options));
    // Pieces as they were read: joining frames would copy every byte.
    socket.binaryType = "fragments";
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
    socket.on("error", (error) => this.#finish(service.connectionError("The stream", error)));
    // An HTTP answer instead of the upgrade. With this listener, ws neither reports nor closes.
    socket.on("unexpected-response", (_request, body) => {
      const headers = new Headers({ "retry-after": body.headers["retry-after"] ?? "" });
      const answer = { status: body.statusCode ?? 0, headers, body };
      void service.statusError("Opening the stream", answer).then(this.#finish);
    });
    await new Promise((resolve) => socket.once("open", resolve));
    this.#transmit(service.authMessage());
    if (text !== undefined) this.send(text);
    this.#isEnding = text !== undefined;
    this.#watch();
  }

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket?.send(JSON.stringify(message), () => {});
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#over.signal.aborted) return;
    if (!isBinary) {
      const said = this.#service.shown((data as Buffer).toString());
      return this.#fail(`the service sent a text within the audio: ${said}`);
    }
    const received = this.#received;
    for (const { buffer, byteOffset, length } of data as Buffer[]) {
      this.#received += length;
      for (let at = 0; at < length; at += LARGEST_PIECE) {
        const size = Math.min(LARGEST_PIECE, length - at);
        if (!this.push(new Uint8Array(buffer, byteOffset + at, size))) this.#socket?.pause();
      }
    }
    // An empty frame is no sign of life: a server could send them endlessly.
    if (this.#received === received) return;
    this.#owesAudio = false;
    this.#watch();
  }

  #onClose(closeCode: number, reason: string): void {
    const said = this.#service.shown(reason) || (closeCode === 1008 && "keys or voice refused");
    if (closeCode !== 1000)
      this.#fail(`it was closed with code ${closeCode} (${said || "no reason given"})`, closeCode);
    else if (!this.#isEnding) this.#fail("it was closed before end() was called", closeCode);
    else if (this.#owesAudio && this.#received === 0) this.#fail("no audio came", closeCode);
    else this.#finish();
  }

  /** (Re)starts the timer if the service owes something, and a pause of the reader is not why it is silent. */
  #watch(): void {
    clearTimeout(this.#timer);
    const isWaiting = this.#socket?.isPaused === true && this.#isRead;
    const isOwed = (this.#isEnding || this.#owesAudio) && !isWaiting;
    if (this.#socket === undefined || this.#over.signal.aborted || !isOwed) return;
    const { timeoutMs = this.#service.timeoutMs } = this.#options;
    const received = this.#received;
    const late = `The stream was silent for ${timeoutMs} ms, after ${received} bytes of audio. Read while you wait, or set a larger timeoutMs.`;
    // After a long computation, the timer fires before audio that is waiting in the system.
    const expire = () =>
      this.#received === received && this.#finish(new VoiceError("timeout", late));
    this.#timer = setTimeout(() => setImmediate(expire), timeoutMs);
  }

  #fail(found: string, closeCode?: number): void {
    const message = `The stream failed after ${this.#received} bytes of audio: ${found}. The audio is not complete; convert the text again.`;
    this.#finish(new VoiceError("stream", message, { closeCode }));
  }

  readonly #onAbort = (): void => this.abort(this.#options.signal?.reason);

  /** The reader gets what came, then the failure. */
  readonly #finish = (failure?: Error): void => {
    if (this.#over.signal.aborted) return;
    this.#hangUp(failure);
    this.push(null);
  };

  #hangUp(failure?: Error): void {
    if (this.#over.signal.aborted) return;
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#over.abort();
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.close(1000);
    // Does not wait for the service's answer, which may come after any amount of audio.
    this.#socket?.terminate();
  }
}
