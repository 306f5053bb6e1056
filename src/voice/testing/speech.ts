/** What the service sends: 16 bit mono at 32,000 frames per second. */
const SAMPLE_RATE = 32_000;
const BYTES_A_FRAME = 2;
const HEADER_BYTES = 44;

/**
 * The size fields of a WAV header. The service writes `placeholder` sizes, because it does not know
 * the length when it starts; others write `unknown` (0xffffffff) or the `right` ones.
 */
export type WavSizes = "placeholder" | "unknown" | "right";

/** A voice's audio of a given length: a hum whose pitch depends on the voice. */
export class Speech {
  readonly durationMs: number;
  readonly dataBytes: number;
  /** Of the WAV file: header and audio. */
  readonly bytes: number;
  readonly #second: Buffer;

  /** @param durationMs milliseconds; there is at least one frame */
  constructor(voiceId: number, durationMs: number) {
    const frames = Math.max(1, Math.round((durationMs * SAMPLE_RATE) / 1000));
    this.durationMs = (frames * 1000) / SAMPLE_RATE;
    this.dataBytes = frames * BYTES_A_FRAME;
    this.bytes = HEADER_BYTES + this.dataBytes;
    this.#second = hum(110 + ((voiceId * 37) % 220));
  }

  header(sizes: WavSizes): Buffer {
    const [riff, data] = {
      placeholder: [0xffc79aca, 0xffc79a9e] as const,
      unknown: [0xffffffff, 0xffffffff] as const,
      right: [this.bytes - 8, this.dataBytes] as const,
    }[sizes];
    // PCM in one channel, frames and bytes per second, bytes and bits of a frame.
    const format = [16, 1 | (1 << 16), SAMPLE_RATE, SAMPLE_RATE * BYTES_A_FRAME, 2 | (16 << 16)];
    const header = Buffer.from(`RIFF....WAVEfmt ${".".repeat(20)}data....`, "latin1");
    header.writeUInt32LE(riff, 4);
    for (const [index, word] of format.entries()) header.writeUInt32LE(word, 16 + 4 * index);
    header.writeUInt32LE(data, 40);
    return header;
  }

  /** The audio after the header, in pieces of at most `pieceBytes`. */
  *pieces(pieceBytes: number): Generator<Buffer, void> {
    for (let offset = 0; offset < this.dataBytes;) {
      const start = offset % this.#second.length;
      const length = Math.min(pieceBytes, this.dataBytes - offset, this.#second.length - start);
      yield this.#second.subarray(start, start + length);
      offset += length;
    }
  }
}

const seconds = new Map<number, Buffer>();

/** One second of a whole number of waves, so that seconds join without a click. */
function hum(pitch: number): Buffer {
  const known = seconds.get(pitch);
  if (known !== undefined) return known;
  const samples = Int16Array.from({ length: SAMPLE_RATE }, (_, frame) =>
    Math.round(6000 * Math.sin((2 * Math.PI * pitch * frame) / SAMPLE_RATE)),
  );
  const second = Buffer.from(samples.buffer);
  seconds.set(pitch, second);
  return second;
}
