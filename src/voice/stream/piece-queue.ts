/** Audio buffered for a slow reader: 16 s of this service's. Beyond that, the connection is paused. */
const HIGH_WATER = 1024 * 1024;
/** What a piece costs beyond its bytes, so that a flood of tiny ones is paused, too. */
const PIECE_COST = 128;
/** 64 ms of audio. V8 counts objects, not the bytes behind them: few large pieces pile up in memory. */
const LARGEST_PIECE = 4 * 1024;

/** Audio that has arrived and was not read yet, in small pieces. */
export class PieceQueue {
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  /** Whether the connection should pause. */
  get isFull(): boolean {
    return this.#size > HIGH_WATER;
  }

  /** Whether a paused connection should go on. */
  get isHalfEmpty(): boolean {
    return this.#size <= HIGH_WATER / 2;
  }

  /**
   * Adds a frame's fragments, without copying them.
   * @returns how many bytes they have
   */
  add(fragments: readonly Buffer[]): number {
    let bytes = 0;
    for (const { buffer, byteOffset, length } of fragments) {
      bytes += length;
      for (let at = 0; at < length; at += LARGEST_PIECE) {
        const size = Math.min(LARGEST_PIECE, length - at);
        this.#pieces.push(new Uint8Array(buffer, byteOffset + at, size));
        this.#size += size + PIECE_COST;
      }
    }
    return bytes;
  }

  take(): Uint8Array | undefined {
    const piece = this.#pieces.shift();
    if (piece !== undefined) this.#size -= piece.length + PIECE_COST;
    return piece;
  }

  clear(): void {
    this.#pieces.length = 0;
    this.#size = 0;
  }
}
