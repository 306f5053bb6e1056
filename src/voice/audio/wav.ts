import { VoiceResponseError } from "../errors.js";
import { isPlaceholder, parseFormat, TRAILING_CHUNKS, type WavFormat } from "./wav-format.js";

export interface WavSummary {
  readonly format: WavFormat;
  /** Where the audio begins in the file. */
  readonly dataOffset: number;
  readonly dataBytes: number;
  readonly durationSeconds: number;
}

export interface WavEnding extends WavSummary {
  /** Bytes still to write at the end of the file. */
  readonly tail: readonly Uint8Array[];
  /** Sizes to correct in the header; none if they were right. */
  readonly patches: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** Bytes of audio that a plausible header promised and that did not come. */
  readonly missingBytes: number;
}

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;
/** "RIFF", four bytes of size, "WAVEfmt ": the start of a header repeated within the audio. */
const REPEATED_HEADER = 16;
/** Bytes of all chunks before the audio, and of all behind it. */
const LARGEST_METADATA = 1024 * 1024;

/**
 * Turns the bytes of a WAV stream into those of a WAV file: `push` returns what can already be
 * written, `finish` the rest and the sizes to correct. If the sizes are right, no byte changes. A
 * duplex stream repeats the header for each text; the repetitions are removed.
 */
export class WavAssembler {
  #state: "riff" | "chunks" | "data" | "after" = "riff";
  #buffer: Buffer = Buffer.alloc(0);
  #written = 0;
  #riffSize = 0;
  #dataSize = 0;
  #dataOffset = 0;
  #dataBytes = 0;
  /** Bytes of audio still to come according to the header; infinite for a placeholder. */
  #remaining = 0;
  /** Whether a header is complete: another one is a repetition. */
  #begun = false;
  /** Audio of odd length is followed by a byte of padding. */
  #padded = false;
  #pad: Buffer | undefined;
  /** Chunks after the audio: written at the end, or dropped if more audio follows. */
  #held: Buffer[] = [];
  /** Bytes of chunks since the last audio. */
  #metadata = 0;
  #fmt: Buffer | undefined;
  #output: Uint8Array[] = [];

  /** @throws VoiceResponseError if the bytes are not WAV */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Buffer.concat([this.#buffer, bytes]);
    while (this.#step());
    const output = this.#output;
    this.#output = [];
    return output;
  }

  /** @throws VoiceResponseError if no audio came */
  finish(): WavEnding {
    if (this.#state === "data") this.#emitAudio(this.#buffer.length);
    else if (this.#state === "after") this.#held.push(this.#buffer);
    if (this.#fmt === undefined || this.#dataBytes === 0) {
      throw new VoiceResponseError(
        this.#written + this.#buffer.length === 0
          ? "No audio came."
          : "The audio ends before its first sample: only a WAV header came.",
      );
    }
    const missingBytes = Number.isFinite(this.#remaining) ? this.#remaining : 0;
    if (this.#dataBytes % 2 === 1 && (this.#pad ?? this.#dataBytes !== this.#dataSize)) {
      this.#emit(this.#pad ?? Buffer.alloc(1));
    }
    for (const bytes of this.#held) this.#emit(bytes);
    const format = parseFormat(this.#fmt);
    return {
      format,
      dataOffset: this.#dataOffset,
      dataBytes: this.#dataBytes,
      durationSeconds: this.#dataBytes / format.blockAlign / format.sampleRate,
      tail: this.#output,
      patches: [
        ...sizePatch(4, this.#riffSize, this.#written - CHUNK_HEADER),
        ...sizePatch(this.#dataOffset - 4, this.#dataSize, this.#dataBytes),
      ],
      missingBytes,
    };
  }

  /** One step of the parser; false if it needs more bytes. */
  #step(): boolean {
    switch (this.#state) {
      case "riff":
        return this.#readRiff();
      case "chunks":
        return this.#readChunk();
      case "data":
        return this.#remaining === Infinity ? this.#readOpenAudio() : this.#readSizedAudio();
      case "after":
        return this.#readBehindAudio();
    }
  }

  #readRiff(): boolean {
    const begin = this.#buffer.toString("latin1", 0, RIFF_HEADER);
    if (!"RIFF".startsWith(begin.slice(0, 4)) || !"WAVE".startsWith(begin.slice(8))) {
      throw new VoiceResponseError(
        "The answer is not WAV audio: it does not begin with RIFF and WAVE.",
      );
    }
    if (this.#buffer.length < RIFF_HEADER) return false;
    if (!this.#begun) this.#riffSize = this.#buffer.readUInt32LE(4);
    this.#header(this.#take(RIFF_HEADER));
    this.#state = "chunks";
    return true;
  }

  #readChunk(): boolean {
    if (this.#buffer.length < CHUNK_HEADER) return false;
    const id = this.#buffer.toString("latin1", 0, 4);
    const size = this.#buffer.readUInt32LE(4);
    if (id === "data") return this.#startAudio(size);
    const length = CHUNK_HEADER + size + (size % 2);
    this.#requireMetadata(length);
    if (this.#buffer.length < length) return false;
    this.#metadata += length;
    const chunk = this.#take(length);
    if (id === "fmt ") this.#useFormat(chunk.subarray(CHUNK_HEADER));
    this.#header(chunk);
    return true;
  }

  #requireMetadata(length: number): void {
    const bytes = this.#metadata + length;
    if (bytes <= LARGEST_METADATA) return;
    throw new VoiceResponseError(
      `The WAV header has ${bytes} bytes of chunks, which is more than any header has.`,
    );
  }

  #useFormat(fmt: Buffer): void {
    if (this.#fmt === undefined) {
      parseFormat(fmt);
      // A copy, because a slice would keep the whole frame in memory.
      this.#fmt = Buffer.from(fmt);
    } else if (!fmt.equals(this.#fmt)) {
      throw new VoiceResponseError(
        "The audio changes its format midway, so it does not fit one WAV file. Save it in parts.",
      );
    }
  }

  #startAudio(size: number): boolean {
    if (this.#fmt === undefined) {
      throw new VoiceResponseError("The WAV header has no format (fmt chunk) before its audio.");
    }
    if (!this.#begun) {
      this.#dataOffset = this.#written + CHUNK_HEADER;
      this.#dataSize = size;
    }
    this.#header(this.#take(CHUNK_HEADER));
    this.#begun = true;
    this.#remaining = isPlaceholder(size) ? Infinity : size;
    this.#padded = this.#remaining % 2 === 1;
    this.#pad = undefined;
    this.#metadata = 0;
    this.#state = "data";
    return true;
  }

  #readSizedAudio(): boolean {
    const length = Math.min(this.#remaining, this.#buffer.length);
    this.#remaining -= length;
    this.#emitAudio(length);
    if (this.#remaining > 0) return false;
    this.#state = "after";
    return true;
  }

  #readOpenAudio(): boolean {
    const header = findHeader(this.#buffer);
    if (header === undefined) {
      // The bytes so far may end within a repeated header.
      this.#emitAudio(Math.max(0, this.#buffer.length - REPEATED_HEADER + 1));
      return false;
    }
    this.#emitAudio(header);
    this.#state = "riff";
    return true;
  }

  #readBehindAudio(): boolean {
    if (this.#padded) {
      if (this.#buffer.length === 0) return false;
      this.#pad = this.#take(1);
      this.#padded = false;
    }
    if (this.#buffer.length < REPEATED_HEADER) return false;
    if (findHeader(this.#buffer.subarray(0, REPEATED_HEADER)) === 0) {
      this.#held = [];
      this.#state = "riff";
      return true;
    }
    const size = this.#buffer.readUInt32LE(4);
    if (TRAILING_CHUNKS.has(this.#buffer.toString("latin1", 0, 4)) && size < LARGEST_METADATA) {
      const end = CHUNK_HEADER + size + (size % 2);
      this.#requireMetadata(end);
      if (this.#buffer.length < end) return false;
      this.#metadata += end;
      this.#held.push(this.#take(end));
      return true;
    }
    // The header gave the length of the first part only.
    for (const bytes of [this.#pad ?? Buffer.alloc(0), ...this.#held.splice(0)]) {
      this.#emitAudioBytes(bytes);
    }
    this.#pad = undefined;
    this.#remaining = Infinity;
    this.#state = "data";
    return true;
  }

  /** Header bytes are written once: those of a repeated header are dropped. */
  #header(bytes: Buffer): void {
    if (!this.#begun) this.#emit(bytes);
  }

  #emitAudio(length: number): void {
    if (length > 0) this.#emitAudioBytes(this.#take(length));
  }

  #emitAudioBytes(bytes: Buffer): void {
    this.#dataBytes += bytes.length;
    this.#emit(bytes);
  }

  #emit(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#written += bytes.length;
    this.#output.push(bytes);
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }
}

/** Repairs a whole WAV file in memory. */
export function assembleWav(bytes: Uint8Array): WavEnding & { readonly bytes: Uint8Array } {
  const assembler = new WavAssembler();
  const parts = assembler.push(bytes);
  const ending = assembler.finish();
  const all = [...parts, ...ending.tail];
  const file = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of all) {
    file.set(part, offset);
    offset += part.length;
  }
  for (const patch of ending.patches) file.set(patch.bytes, patch.offset);
  return { ...ending, bytes: file };
}

function findHeader(buffer: Buffer): number | undefined {
  for (let at = buffer.indexOf("RIFF"); at >= 0; at = buffer.indexOf("RIFF", at + 1)) {
    if (buffer.toString("latin1", at + 8, at + REPEATED_HEADER) === "WAVEfmt ") return at;
  }
  return undefined;
}

/** A size beyond 32 bits stays at the maximum, which players read as 'to the end of the file'. */
function sizePatch(offset: number, found: number, size: number): WavEnding["patches"] {
  const right = Math.min(size, 0xffffffff);
  if (found === right) return [];
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(right);
  return [{ offset, bytes }];
}
