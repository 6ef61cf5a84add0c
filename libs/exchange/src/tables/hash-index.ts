/**
 * Maps a 32-bit hash to record numbers: open addressing with linear probing, at most three quarters full. An entry is
 * two ints, the hash and the record number (0 = empty), so that a probe rarely reads a wrong record and growth reads no
 * records. The owner compares keys:
 *
 *     for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at))
 *       if (index.hashAt(at) === hash && this.isMeant(index.recordAt(at))) return index.recordAt(at);
 *
 * The index is derived from the records: it is not in snapshots, and no result depends on its order.
 */
const EMPTY = 0;
const INITIAL_ENTRIES = 16;

/** A fuller index makes searches long; an emptier one spreads entries over more cache lines. */
const isFull = (records: number, entries: number): boolean => records * 4 > entries * 3;

export class HashIndex {
  private entries: Int32Array<ArrayBuffer>;
  private mask: number;
  private size = 0;

  constructor(expectedRecords = 0) {
    let entries = INITIAL_ENTRIES;
    while (isFull(expectedRecords, entries)) entries *= 2;
    this.entries = new Int32Array(entries * 2);
    this.mask = entries - 1;
  }

  first(hash: number): number {
    return hash & this.mask;
  }

  next(at: number): number {
    return (at + 1) & this.mask;
  }

  hashAt(at: number): number {
    return this.entries[at << 1]!;
  }

  recordAt(at: number): number {
    return this.entries[(at << 1) + 1]!;
  }

  insert(hash: number, record: number): void {
    if (isFull(this.size + 1, this.mask + 1)) this.grow();
    this.put(hash, record);
    this.size++;
  }

  /** Removes the entry of `record`, which must exist, and closes the gap: no tombstones. */
  remove(hash: number, record: number): void {
    let gap = this.first(hash);
    while (this.recordAt(gap) !== record) gap = this.next(gap);
    for (let at = this.next(gap); this.recordAt(at) !== EMPTY; at = this.next(at)) {
      const distanceFromHome = (at - this.hashAt(at)) & this.mask;
      const distanceFromGap = (at - gap) & this.mask;
      if (distanceFromHome >= distanceFromGap) {
        this.entries[gap << 1] = this.hashAt(at);
        this.entries[(gap << 1) + 1] = this.recordAt(at);
        gap = at;
      }
    }
    this.entries[(gap << 1) + 1] = EMPTY;
    this.size--;
  }

  private put(hash: number, record: number): void {
    let at = this.first(hash);
    while (this.recordAt(at) !== EMPTY) at = this.next(at);
    this.entries[at << 1] = hash;
    this.entries[(at << 1) + 1] = record;
  }

  private grow(): void {
    const old = this.entries;
    this.entries = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== EMPTY) this.put(old[at]!, old[at + 1]!);
    }
  }
}

/**
 * Spreads two record numbers over 32 bits. Numbers count up from 1: multiplied by an odd constant, as many of them as
 * the index has entries come to different entries, for each `b` with another beginning.
 */
export const hashOfPair = (a: number, b: number): number =>
  (Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca6b)) | 0;
