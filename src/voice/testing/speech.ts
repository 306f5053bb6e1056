/** What the service sends: 16 bit mono at 32,000 frames per second. */
const SAMPLE_RATE = 32_000;
const BYTES_A_FRAME = 2;
export const BYTES_A_SECOND = SAMPLE_RATE * BYTES_A_FRAME;
export const HEADER_BYTES = 44;

/**
 * The size fields of a WAV header. The service writes `placeholder` sizes, because it does not know
 * the length when it starts; others write `unknown` (0xffffffff) or the `right` ones.
 */
export type WavSizes = "placeholder" | "unknown" | "right";

/** A voice's audio of a given length: a hum whose pitch depends on the voice. */
export class Speech {
  readonly dataBytes: number;
  readonly #second: Buffer;

  /** @param durationMs milliseconds; there is at least one frame */
  constructor(voiceId: number, durationMs: number) {
    const frames = Math.max(1, Math.round((durationMs * SAMPLE_RATE) / 1000));
    this.dataBytes = frames * BYTES_A_FRAME;
    this.#second = hum(110 + ((voiceId * 37) % 220));
  }

  header(sizes: WavSizes): Buffer {
    const right = [HEADER_BYTES - 8 + this.dataBytes, this.dataBytes] as const;
    const unknown = [0xffffffff, 0xffffffff] as const;
    const [riff, data] = { placeholder: [0xffc79aca, 0xffc79a9e] as const, unknown, right }[sizes];
    const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
    // PCM in one channel, frames and bytes per second, bytes and bits of a frame.
    const format = words(16, 0x10001, SAMPLE_RATE, BYTES_A_SECOND, 0x100000 | BYTES_A_FRAME);
    const [begin, wave, end] = ["RIFF", "WAVEfmt ", "data"].map((name) => Buffer.from(name));
    return Buffer.concat([begin!, words(riff), wave!, format, end!, words(data)]);
  }

  /** The audio after the header, in pieces of at most `pieceBytes`. */
  *pieces(pieceBytes: number): Generator<Buffer, void> {
    for (let offset = 0; offset < this.dataBytes;) {
      const start = offset % BYTES_A_SECOND;
      const length = Math.min(pieceBytes, this.dataBytes - offset, BYTES_A_SECOND - start);
      yield this.#second.subarray(start, start + length);
      offset += length;
    }
  }
}

const hums = new Map<number, Buffer>();

/** One second of a whole number of waves, so that seconds join without a click. */
function hum(pitch: number): Buffer {
  const sample = (_: unknown, frame: number): number =>
    Math.round(6000 * Math.sin((2 * Math.PI * pitch * frame) / SAMPLE_RATE));
  const second =
    hums.get(pitch) ?? Buffer.from(Int16Array.from({ length: SAMPLE_RATE }, sample).buffer);
  hums.set(pitch, second);
  return second;
}
