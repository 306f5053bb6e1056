import { on, once } from "node:events";
import type { WebSocket } from "ws";
import { VoiceError } from "./errors.js";
import { type CallOptions, check } from "./checked-options.js";
import { type SavedAudio, saveAudio } from "./audio.js";
import { abortError, type Service } from "./service.js";

/**
 * Audio as it arrives. Read it once, with `for await` or `save()`: it connects when reading starts, pauses while
 * the reader is slow, and closes when the loop is left. All audio that arrived is delivered before an error is thrown.
 */
export type AudioStream = Pick<DuplexSession, typeof Symbol.asyncIterator | "save">;

/**
 * A stream that takes texts at any time while you read their audio. A simplex stream has ended after its only text.
 *
 * @example
 * const session = await client.tts.connect({ voiceId: 1 });
 * const saving = session.save("session.wav");
 * session.send("The vote is open.");
 * await session.end();
 * await saving;
 */
export class DuplexSession {
  readonly #service: Service;
  readonly #options: CallOptions;
  readonly #socket: WebSocket;
  readonly #frames: AsyncIterable<[data: Buffer, isBinary: boolean]>;
  readonly #ended = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  #isEnding = false;
  #owesAudio = false;
  #isRead = false;
  #isOver = false;
  #received = 0;
  #failure?: Error;

  private constructor(service: Service, socket: WebSocket, options: CallOptions) {
    this.#service = service;
    this.#socket = socket;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#onAbort);
    socket.on("message", (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
    socket.on("error", (error) => this.#finish(service.connectionError("The stream", error)));
    // With more unread frames, the connection pauses.
    const queue = { close: ["close"], highWaterMark: 16 };
    this.#frames = on(socket, "message", queue) as AsyncIterable<[Buffer, boolean]>;
    this.#timer = setTimeout(this.#onSilence, options.timeoutMs ?? service.timeoutMs);
    // Nobody has to wait for its end: the reader gets every failure.
    this.#ended.promise.catch(() => {});
  }

  /** @internal @param text all of it (simplex); without one, texts follow (duplex) */
  static async open(service: Service, path: string, options: CallOptions, text?: string) {
    const { WebSocket: Socket } = await import("ws");
    return await service.call("Opening the stream", options, async (signal) => {
      // Audio hardly shrinks, and a compressed frame may inflate to any size.
      const limits = { maxPayload: 16 * 1024 * 1024, perMessageDeflate: false };
      const socket = new Socket(service.wsBaseUrl + path, limits);
      const session = new DuplexSession(service, socket, options);
      signal.addEventListener("abort", () => session.#finish(signal.reason as Error));
      await once(socket, "open").catch(() => session.#ended.promise);
      session.#transmit(service.authMessage());
      if (text !== undefined) session.send(text);
      session.#isEnding = text !== undefined;
      return session;
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#isRead) throw new VoiceError("input", "This audio can be read only once.");
    this.#isRead = true;
    try {
      this.#timer.refresh();
      for await (const [data, isBinary] of this.#frames) {
        if (!isBinary || this.#failure?.name === "AbortError") break;
        if (data.length === 0) continue;
        yield data;
        this.#timer.refresh();
      }
    } catch (error) {
      this.#finish(error as Error);
    } finally {
      this.#finish();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes the audio to a file, with its real length in the header. */
  async save(path: string): Promise<SavedAudio> {
    return await saveAudio(path, this);
  }

  /** Sends a text to speak, and does not wait for its audio. */
  send(text: string): void {
    check({ text }, ["text"]);
    const ended = "The session has ended. Open another with connect().";
    if (this.#isEnding || this.#isOver) throw this.#failure ?? new VoiceError("input", ended);
    this.#transmit({ type: "convert", text });
    this.#owesAudio = true;
  }

  /** Says that no more texts follow, and waits until the service has closed. Read the audio meanwhile. */
  end(): Promise<void> {
    if (!this.#isEnding) this.#transmit({ type: "close" });
    this.#isEnding = true;
    return this.#ended.promise;
  }

  /** Closes at once; reading it and `end()` then fail as aborted. */
  abort(reason?: unknown): void {
    this.#finish(abortError(reason));
  }

  #transmit(message: object): void {
    // A failed write closes the connection, which is reported once.
    this.#socket.send(JSON.stringify(message), () => {});
    // While the service owes audio, more texts are no reason to wait longer.
    if (!this.#owesAudio) this.#timer.refresh();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (!isBinary) this.#fail(`the service sent "${this.#service.shown(data.toString())}"`);
    // An empty frame is no sign of life: a server could send them endlessly.
    if (data.length === 0 || this.#isOver) return;
    this.#received += data.length;
    this.#owesAudio = false;
    this.#timer.refresh();
  }

  #onClose(closeCode: number, reason: string): void {
    const said = this.#service.shown(reason) || (closeCode === 1008 && "keys or voice refused");
    if (closeCode !== 1000)
      this.#fail(`it was closed with code ${closeCode} (${said || "no reason given"})`, closeCode);
    else if (!this.#isEnding) this.#fail("it was closed before end() was called", closeCode);
    else if (this.#owesAudio) this.#fail("no audio came for the last text", closeCode);
    else this.#finish();
  }

  #fail(found: string, closeCode?: number): void {
    const message = `The stream failed after ${this.#received} bytes of audio: ${found}. The audio is not complete; convert the text again.`;
    this.#finish(new VoiceError("stream", message, { closeCode }));
  }

  readonly #onAbort = (): void => this.abort(this.#options.signal?.reason);

  /** Ends it, unless the service owes nothing, or its reader is why it is silent. */
  readonly #onSilence = (): void => {
    const received = this.#received;
    const { timeoutMs = this.#service.timeoutMs } = this.#options;
    const late = `The stream was silent for ${timeoutMs} ms, after ${received} bytes of audio. Read while you wait, or set a larger timeoutMs.`;
    // After a long computation, the timer fires before audio that is waiting in the system.
    setImmediate(() => {
      const isWaiting = this.#socket.isPaused && this.#isRead;
      const isOwed = (this.#isEnding || this.#owesAudio) && !isWaiting;
      if (isOwed && this.#received === received) this.#finish(new VoiceError("timeout", late));
      else this.#timer.refresh();
    });
  };

  /** Hangs up. The reader gets what came, then the failure. */
  #finish(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.close(1000);
    // Does not wait for the service's answer, which may come after any amount of audio.
    this.#socket.terminate();
    if (failure === undefined) this.#ended.resolve();
    else this.#ended.reject(failure);
  }
}
