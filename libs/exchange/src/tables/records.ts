/**
 * Records of a fixed number of 8-byte words, numbered from 1. Record 0 is never used, so that a zero in a link field
 * means "none" and fresh memory needs no initialization. `words` (Float64) and `ints` (Int32) are two views of the
 * same bytes; each table documents its fields at its head.
 *
 * Memory grows by doubling, and only where a record is created: at most once a command for each table, never inside a
 * walk over orders. So a loop that creates no record may hold `words` and `ints` in locals.
 */
export class Records {
  words: Float64Array<ArrayBuffer>;
  ints: Int32Array<ArrayBuffer>;

  constructor(
    readonly wordsPerRecord: number,
    initialRecords: number,
  ) {
    this.words = new Float64Array(wordsPerRecord * (initialRecords + 1));
    this.ints = new Int32Array(this.words.buffer);
  }

  /** Makes room for records 1 to `count`. Locals that hold `words` or `ints` are stale afterwards. */
  reserve(count: number): void {
    const needed = this.wordsPerRecord * (count + 1);
    if (needed > this.words.length) this.grow(needed);
  }

  private grow(needed: number): void {
    const grown = new Float64Array(Math.max(needed, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
    this.ints = new Int32Array(grown.buffer);
  }

  /** The bytes of records 1 to `count`: a view, which a snapshot copies. */
  image(count: number): Uint8Array {
    const bytesPerRecord = this.wordsPerRecord * 8;
    return new Uint8Array(this.words.buffer, bytesPerRecord, bytesPerRecord * count);
  }

  /** Loads an image. Returns the number of records in it. */
  load(image: Uint8Array): number {
    const bytesPerRecord = this.wordsPerRecord * 8;
    const count = image.length / bytesPerRecord;
    if (!Number.isInteger(count))
      throw new RangeError(`${image.length} bytes are no whole records`);
    this.reserve(count);
    new Uint8Array(this.words.buffer).set(image, bytesPerRecord);
    return count;
  }
}
