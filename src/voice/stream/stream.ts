import { check } from "../arguments.js";
import { saveWav, type SavedAudio, type SaveOptions } from "../audio/save.js";
import { VoiceInputError } from "../errors.js";
import type { AudioSocket } from "./audio-socket.js";

/**
 * Audio as it arrives: one WAV stream in pieces of any size. Read it once, with `for await` or
 * `save()`. The connection opens when reading starts, pauses while the reader is slow, and closes when
 * the loop is left. All audio that arrived is delivered before an error is thrown.
 *
 * @example
 * const speech = client.tts.stream({ voiceId: 1, text: "The proposal has passed." });
 * for await (const piece of speech) speaker.write(piece);
 */
export class AudioStream implements AsyncIterable<Uint8Array> {
  readonly #open: () => AudioSocket;
  #opened: AudioSocket | undefined;
  #isRead = false;

  /** @internal Made by `tts.stream()`. */
  constructor(open: () => AudioSocket) {
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, undefined> {
    if (this.#isRead) {
      throw new VoiceInputError(
        "This audio is already being read, and it can be read once. Keep the pieces, or convert again.",
      );
    }
    this.#isRead = true;
    const pieces = this.#read();
    const leave = pieces.return.bind(pieces);
    // A generator would return only after the next piece, which may never come.
    pieces.return = (value) => {
      this.#opened?.close();
      return leave(value);
    };
    return pieces;
  }

  /**
   * Writes the audio to a .wav file with its real length in the header.
   * @throws VoiceFileError, and what ends the stream; then there is no file
   */
  save(path: string, options?: SaveOptions): Promise<SavedAudio> {
    return saveWav(path, this, options);
  }
  async *#read(): AsyncGenerator<Uint8Array, undefined> {
    // Not before the first piece is asked for: the service bills what it speaks.
    this.#opened = this.#open();
    return yield* this.#opened.read();
  }
}

/**
 * A duplex stream: send texts at any time while you read their audio from the same connection.
 *
 * @example
 * const session = await client.tts.connect({ voiceId: 1 });
 * const saving = session.save("session.wav");
 * session.send("The vote is open.");
 * await session.end();
 * await saving;
 */
export class DuplexSession extends AudioStream {
  readonly #socket: AudioSocket;

  /** @internal Made by `tts.connect()`. */
  constructor(socket: AudioSocket) {
    super(() => socket);
    this.#socket = socket;
  }

  /** As for every stream; if saving fails, the session is closed. */
  override save(path: string, options?: SaveOptions): Promise<SavedAudio> {
    return super.save(path, options).finally(() => this.#socket.close());
  }

  /**
   * Sends a text to speak. On a slow network the text is queued; `send` does not wait for audio.
   * @throws VoiceInputError for an unusable text or after `end()`, and what ended the session
   */
  send(text: string): void {
    check("What send gets", { text }, ["text"]);
    this.#socket.send(text);
  }

  /**
   * Says that no more texts follow. The service speaks what is left, then closes.
   * @returns when it has closed; read the audio meanwhile
   * @throws what else ended the session (safe to ignore if you read the audio, which throws it, too)
   */
  end(): Promise<void> {
    const over = this.#socket.end();
    // Nobody has to handle it: the reader gets every failure.
    over.catch(() => {});
    return over;
  }

  /** Closes at once; reading it and `end()` then fail with a VoiceAbortError. */
  abort(reason?: unknown): void {
    this.#socket.abort(reason);
  }
}
