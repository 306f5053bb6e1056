import type { AudioSocket } from "./audio-socket.js";
import { VoiceInputError } from "../errors.js";
import { saveWav, type SavedAudio } from "../audio/save.js";
import { checkText } from "../voices.js";

/**
 * Audio as it comes: one WAV stream in pieces of any size. It can be read once, by `for await` or by
 * `save()`. The connection is opened when reading begins, held back while the reader is slow, and
 * closed when the loop is left. What came is delivered before an error is thrown.
 */
export class AudioStream implements AsyncIterable<Uint8Array> {
  readonly #open: (signal: AbortSignal) => Promise<AudioSocket>;
  readonly #leaving = new AbortController();
  #isRead = false;

  /** @internal Made by `tts.stream()`. */
  constructor(open: (signal: AbortSignal) => Promise<AudioSocket>) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    if (this.#isRead) {
      throw new VoiceInputError(
        "This audio is being read already, and it comes only once. Keep the pieces, or convert again.",
      );
    }
    this.#isRead = true;
    const pieces = this.#read();
    const leave = pieces.return.bind(pieces);
    // A generator would answer only after the piece that is being waited for, which may never come.
    pieces.return = (value) => {
      this.#leaving.abort();
      return leave(value);
    };
    return pieces;
  }

  /**
   * Writes the audio to a .wav file whose header tells its real length.
   * @throws VoiceFileError, and whatever ends the stream; then no file is left
   */
  save(path: string): Promise<SavedAudio> {
    return saveWav(path, this);
  }

  async *#read(): AsyncGenerator<Uint8Array, undefined> {
    const { signal } = this.#leaving;
    let socket: AudioSocket | undefined;
    const close = (): void => socket?.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      socket = await this.#open(signal);
      for (;;) {
        const audio = await socket.read();
        if (audio === undefined) return;
        yield audio;
      }
    } catch (error) {
      // Whoever has left is not told what became of it.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  }
}

/** A duplex stream: texts go out at any time while their audio is read from the same connection. */
export class DuplexSession extends AudioStream {
  readonly #socket: AudioSocket;

  /** @internal Made by `tts.connect()`. */
  constructor(socket: AudioSocket) {
    super(() => Promise.resolve(socket));
    this.#socket = socket;
  }

  /** As for every stream; a session that cannot be saved is closed. */
  override async save(path: string): Promise<SavedAudio> {
    try {
      return await super.save(path);
    } finally {
      this.#socket.close();
    }
  }

  /**
   * Sends a text to speak. It is queued where the network is slow, and does not wait for audio.
   * @throws VoiceInputError for an unusable text or after `end()`, and what ended the session
   */
  send(text: string): void {
    checkText(text);
    this.#socket.send(text);
  }

  /**
   * Says that no text follows. The service speaks what it still has, then closes.
   * @returns once it has closed; the audio must be read meanwhile, here or elsewhere
   * @throws what ended the session otherwise (safe to ignore where the audio is read: it throws too)
   */
  end(): Promise<void> {
    return this.#socket.end();
  }

  /** Closes at once; reading it and `end()` then fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    this.#socket.abort(reason);
  }
}
