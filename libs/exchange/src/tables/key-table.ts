import { HashIndex } from './hash-index';
import { Records } from './records';

/**
 * Keys of 16 or 32 bytes in order of insertion, numbered from 1. A table may remove a key and reuse its number. The
 * hot path looks keys up by their bytes: no strings, no allocation.
 */
export class KeyTable {
  private readonly records: Records;
  private readonly index: HashIndex;
  private readonly intsPerKey: number;
  private bytes: Uint8Array<ArrayBuffer>;
  private keys = 0;

  constructor(
    readonly bytesPerKey: 16 | 32,
    expectedKeys = 0,
  ) {
    this.records = new Records(bytesPerKey / 8, expectedKeys);
    this.index = new HashIndex(expectedKeys);
    this.intsPerKey = bytesPerKey / 4;
    this.bytes = new Uint8Array(this.records.words.buffer);
  }

  /** The highest assigned number. */
  get count(): number {
    return this.keys;
  }

  /** The key's number, 0 if it is unknown. */
  find(key: Uint8Array): number {
    const hash = hashOfKey(key);
    const index = this.index;
    for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at)) {
      const number = index.recordAt(at);
      if (index.hashAt(at) === hash && this.equals(number, key)) return number;
    }
    return 0;
  }

  /** Adds a key that is not in the table. Returns its number. */
  add(key: Uint8Array): number {
    if (key.length !== this.bytesPerKey) throw new RangeError(`a key of ${key.length} bytes`);
    const number = ++this.keys;
    this.records.reserve(number);
    this.bytes = new Uint8Array(this.records.words.buffer);
    this.set(number, key);
    return number;
  }

  /** Assigns the number of a removed key to another key. */
  set(number: number, key: Uint8Array): void {
    this.bytes.set(key, number * this.bytesPerKey);
    this.index.insert(hashOfKey(key), number);
  }

  /** Removes the key; its number may be reused. */
  takeOut(number: number): void {
    this.index.remove(hashOfKey(this.keyOf(number)), number);
    this.bytes.fill(0, number * this.bytesPerKey, (number + 1) * this.bytesPerKey);
  }

  equals(number: number, key: Uint8Array): boolean {
    const ints = this.records.ints;
    const from = number * this.intsPerKey;
    for (let i = 0; i < this.intsPerKey; i++) {
      if (ints[from + i] !== intAt(key, i << 2)) return false;
    }
    return key.length === this.bytesPerKey;
  }

  /** A copy of the key. */
  keyOf(number: number): Uint8Array {
    const from = number * this.bytesPerKey;
    return this.bytes.slice(from, from + this.bytesPerKey);
  }

  image(): Uint8Array {
    return this.records.image(this.keys);
  }

  /** @param isThere whether the number's key was not removed */
  load(image: Uint8Array, isThere: (number: number) => boolean = () => true): void {
    this.keys = this.records.load(image);
    this.bytes = new Uint8Array(this.records.words.buffer);
    const ints = this.records.ints;
    for (let number = 1, at = this.intsPerKey; number <= this.keys; number++) {
      if (isThere(number)) this.index.insert(hashOfInts(ints[at]!, ints[at + 3]!), number);
      at += this.intsPerKey;
    }
  }
}

const intAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/** Hashes bytes 0 to 3 and 12 to 15: ids issued in order have their time or counter at one end. */
export const hashOfKey = (key: Uint8Array): number => hashOfInts(intAt(key, 0), intAt(key, 12));

/** Keys are hashes, curve points or random, so eight bytes spread as well as all of them. */
function hashOfInts(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
