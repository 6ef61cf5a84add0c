import { assert } from '@bellwether/errors';
import { Records } from './records';

/** The counters of a pool, for a snapshot: `top` records were ever used, `free` heads the list of returned ones. */
export interface PoolMarks {
  readonly top: number;
  readonly free: number;
  readonly live: number;
}

/**
 * Records that come and go. A returned record is handed out again first (it is the warmest); the list of returned
 * records runs through the `linkInt`th int of each. The content of a record handed out is what its last user left.
 */
export class RecordPool extends Records {
  private top = 0;
  private firstFree = 0;
  private liveRecords = 0;

  constructor(
    wordsPerRecord: number,
    private readonly linkInt: number,
    readonly maxRecords: number,
    initialRecords: number,
  ) {
    super(wordsPerRecord, initialRecords);
  }

  /** Records handed out and not returned. */
  get live(): number {
    return this.liveRecords;
  }

  /** Records ever used: no record beyond this number holds anything. */
  get used(): number {
    return this.top;
  }

  get full(): boolean {
    return this.firstFree === 0 && this.top === this.maxRecords;
  }

  /** Callers ask `full` first and refuse: an exhausted pool here is a broken belief. */
  protected take(): number {
    let record = this.firstFree;
    if (record !== 0) {
      this.firstFree = this.ints[record * this.wordsPerRecord * 2 + this.linkInt]!;
    } else {
      assert(this.top < this.maxRecords, 'a record was taken from a full pool');
      record = ++this.top;
      if (record * this.wordsPerRecord >= this.words.length) this.reserve(record);
    }
    this.liveRecords++;
    return record;
  }

  protected giveBack(record: number): void {
    this.ints[record * this.wordsPerRecord * 2 + this.linkInt] = this.firstFree;
    this.firstFree = record;
    this.liveRecords--;
  }

  /** The record is never handed out again. */
  protected retire(): void {
    this.liveRecords--;
  }

  get marks(): PoolMarks {
    return { top: this.top, free: this.firstFree, live: this.liveRecords };
  }

  /** The records ever used, for a snapshot. */
  usedImage(): Uint8Array {
    return this.image(this.top);
  }

  loadPool(image: Uint8Array, marks: PoolMarks): void {
    const count = this.load(image);
    if (count !== marks.top) throw new RangeError(`${count} records where ${marks.top} belong`);
    this.top = marks.top;
    this.firstFree = marks.free;
    this.liveRecords = marks.live;
  }
}
