/**
 * Records of a fixed number of 8-byte words, numbered from 1: record 0 is never used, so that a zero in a link
 * field means "none" and fresh memory needs no filling. `words` (Float64) and `ints` (Int32) are two views of
 * the same bytes; each table says at its head which field lies where.
 *
 * Memory grows by doubling. Growth happens only where a record is made, which is at most once a command for each
 * table, never inside a walk over orders: a loop may keep `words` and `ints` in locals as long as it makes nothing.
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

  /** The bytes of records 1 to `count`: a view, for a snapshot to copy. */
  image(count: number): Uint8Array {
    const bytesPerRecord = this.wordsPerRecord * 8;
    return new Uint8Array(this.words.buffer, bytesPerRecord, bytesPerRecord * count);
  }

  /** Takes an image back; answers how many records it held. */
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
