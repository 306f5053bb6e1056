import { isDeepStrictEqual } from "node:util";
import { VoiceResponseError } from "../errors.js";

/** The fmt chunk of a WAV file. */
export interface WavFormat {
  /** 1 is PCM. */
  readonly encoding: number;
  readonly channels: number;
  /** Frames per second. */
  readonly sampleRate: number;
  /** Bytes of one frame: one sample of every channel. */
  readonly blockAlign: number;
  readonly bitsPerSample: number;
}

export interface WavEnding {
  readonly format: WavFormat;
  /** Where the audio begins in the file. */
  readonly dataOffset: number;
  readonly dataBytes: number;
  readonly durationSeconds: number;
  /** Bytes still to write at the end of the file. */
  readonly tail: readonly Uint8Array[];
  /** Sizes to correct in the header; none if they were right. */
  readonly patches: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** Bytes of audio that a plausible header promised and that did not come. */
  readonly missingBytes: number;
}

interface Header {
  readonly format: WavFormat;
  /** With the beginning of the data chunk. */
  readonly length: number;
  readonly riffSize: number;
  readonly dataSize: number;
}

/** "RIFF", four bytes of size, "WAVEfmt ": the start of a header repeated within the audio. */
const HEADER_START = 16;
const LARGEST_HEADER = 64 * 1024;
/** Chunks that programs write after the audio. Anything else there is more audio. */
const TRAILING_CHUNK = /^(LIST|id3 |ID3 |bext|fact)$/;

/**
 * Turns the bytes of a WAV stream into those of a WAV file: `push` returns what can already be
 * written, `finish` the rest and the sizes to correct. If the sizes are right, no byte changes. A
 * duplex stream repeats the header for each text; the repetitions are removed.
 */
export class WavAssembler {
  #reads: "header" | "audio" | "rest" = "header";
  #buffer: Buffer = Buffer.alloc(0);
  #first: Header | undefined;
  #written = 0;
  #dataBytes = 0;
  /** Bytes of audio still to come by the header, infinite where it does not know. */
  #promised = 0;
  readonly #output: Uint8Array[] = [];

  /** @throws VoiceResponseError if the bytes are not WAV */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#buffer = this.#buffer.length === 0 ? piece : Buffer.concat([this.#buffer, piece]);
    while (this.#reads === "header" ? this.#readHeader() : this.#readAudio());
    return this.#output.splice(0);
  }

  /** @throws VoiceResponseError if no audio came */
  finish(): WavEnding {
    if (this.#reads === "audio") this.#emit(this.#buffer.length, this.#promised > 0);
    if (this.#written + this.#buffer.length === 0) throw new VoiceResponseError("No audio came.");
    if (this.#first === undefined || this.#dataBytes === 0) {
      throw new VoiceResponseError("The audio ends before its first sample: only a header came.");
    }
    const isOpen = this.#promised === Infinity;
    if (isOpen && this.#dataBytes % 2 === 1) {
      this.#buffer = Buffer.alloc(1);
      this.#emit(1);
    }
    const { format, length, riffSize, dataSize } = this.#first;
    return {
      format,
      dataOffset: length,
      dataBytes: this.#dataBytes,
      durationSeconds: this.#dataBytes / format.blockAlign / format.sampleRate,
      tail: this.#output.splice(0),
      patches: [
        ...sizePatch(4, riffSize, this.#written - 8),
        ...sizePatch(length - 4, dataSize, this.#dataBytes),
      ],
      missingBytes: isOpen ? 0 : this.#promised,
    };
  }

  /** @returns whether there is more to do */
  #readHeader(): boolean {
    const header = parseHeader(this.#buffer);
    if (header === undefined) return false;
    const { format, length, dataSize } = header;
    if (!isDeepStrictEqual(format, (this.#first ?? header).format)) {
      throw new VoiceResponseError(
        "The audio changes its format midway, so it does not fit one WAV file. Save it in parts.",
      );
    }
    if (this.#first === undefined) this.#emit(length);
    else this.#buffer = this.#buffer.subarray(length);
    this.#first ??= header;
    this.#promised = isPlaceholder(dataSize) ? Infinity : dataSize;
    this.#reads = "audio";
    return true;
  }

  /** @returns whether there is more to do */
  #readAudio(): boolean {
    const { length } = this.#buffer;
    if (this.#reads === "rest") {
      this.#emit(length);
    } else if (this.#promised === 0) {
      // Behind all that the header promised: another header, a file's other chunks, or more audio.
      if (length < HEADER_START) return false;
      if (TRAILING_CHUNK.test(this.#buffer.toString("latin1", 0, 4))) this.#reads = "rest";
      else this.#promised = Infinity;
      return true;
    } else if (this.#promised < Infinity) {
      const taken = Math.min(this.#promised, length);
      this.#promised -= taken;
      this.#emit(taken, true);
      return this.#promised === 0;
    } else {
      const header = findHeader(this.#buffer);
      // Without one, the bytes so far may end within a repeated header.
      this.#emit(Math.max(0, header ?? length - HEADER_START + 1), true);
      if (header !== undefined) this.#reads = "header";
      return header !== undefined;
    }
    return false;
  }

  #emit(length: number, isAudio = false): void {
    if (length === 0) return;
    if (isAudio) this.#dataBytes += length;
    this.#written += length;
    this.#output.push(this.#buffer.subarray(0, length));
    this.#buffer = this.#buffer.subarray(length);
  }
}

/** Repairs a whole WAV file in memory. */
export function assembleWav(audio: Uint8Array): WavEnding & { readonly bytes: Uint8Array } {
  const assembler = new WavAssembler();
  const parts = assembler.push(audio);
  const ending = assembler.finish();
  const bytes = new Uint8Array(Buffer.concat([...parts, ...ending.tail]));
  for (const patch of ending.patches) bytes.set(patch.bytes, patch.offset);
  return { ...ending, bytes };
}

/** Undefined if it is not complete. */
function parseHeader(buffer: Buffer): Header | undefined {
  const refuse = (found: string): never => {
    throw new VoiceResponseError(found);
  };
  const start = buffer.toString("latin1", 0, 12);
  if (!"RIFF".startsWith(start.slice(0, 4)) || !"WAVE".startsWith(start.slice(8))) {
    refuse("The answer is not WAV audio: it does not begin with RIFF and WAVE.");
  }
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= buffer.length;) {
    const id = buffer.toString("latin1", at, at + 4);
    const size = buffer.readUInt32LE(at + 4);
    const content = at + 8;
    if (id === "data") {
      format ??= refuse("The WAV header has no format (fmt chunk) before its audio.");
      return { format, length: content, riffSize: buffer.readUInt32LE(4), dataSize: size };
    }
    at = content + size + (size % 2);
    if (at > LARGEST_HEADER) {
      refuse(`The WAV header has ${at} bytes of chunks, which is more than any header has.`);
    }
    if (id === "fmt " && at <= buffer.length) {
      format = formatOf(buffer.subarray(content, at)) ?? refuse("The WAV format is damaged.");
    }
  }
  return undefined;
}

/** Undefined if no audio can have this format. */
function formatOf(fmt: Buffer): WavFormat | undefined {
  if (fmt.length < 16) return undefined;
  const [encoding, channels] = [fmt.readUInt16LE(0), fmt.readUInt16LE(2)];
  const [sampleRate, blockAlign] = [fmt.readUInt32LE(4), fmt.readUInt16LE(12)];
  if (sampleRate === 0 || blockAlign === 0) return undefined;
  return { encoding, channels, sampleRate, blockAlign, bitsPerSample: fmt.readUInt16LE(14) };
}

/**
 * Writers that do not know the length yet write a size near the 32-bit limits (0xffffffff,
 * 0x7ffff000, this service's 0xffc79a9e), or zero. Audio of 2 GiB and more is treated the same way:
 * its size is counted, with the same result.
 */
function isPlaceholder(size: number): boolean {
  return size === 0 || size >= 0x7fff0000;
}

function findHeader(buffer: Buffer): number | undefined {
  for (let at = buffer.indexOf("RIFF"); at >= 0; at = buffer.indexOf("RIFF", at + 1)) {
    if (buffer.toString("latin1", at + 8, at + HEADER_START) === "WAVEfmt ") return at;
  }
  return undefined;
}

/** A size beyond 32 bits stays at the maximum, which players read as 'to the end of the file'. */
function sizePatch(offset: number, found: number, size: number): WavEnding["patches"] {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(size, 0xffffffff));
  return bytes.readUInt32LE() === found ? [] : [{ offset, bytes }];
}
