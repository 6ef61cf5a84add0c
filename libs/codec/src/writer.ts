const INITIAL_BYTES = 512;
const TWO_POW_32 = 2 ** 32;

/**
 * Appends little-endian values to a buffer that grows by doubling; `reset` lets a loop reuse it. A number that does
 * not fit its width throws `RangeError`: truncated modulo 2^n, a wrong amount would look valid.
 */
export class Writer {
  private bytes: Uint8Array;
  private numbers: DataView;
  private length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.bytes = new Uint8Array(Math.max(initialBytes, 1));
    this.numbers = new DataView(this.bytes.buffer);
  }

  get size(): number {
    return this.length;
  }

  reset(): void {
    this.length = 0;
  }

  /** Takes back what was written after the first `size` bytes. */
  cutTo(size: number): void {
    if (size > this.length) throw new RangeError(`${this.length} bytes cannot be cut to ${size}`);
    this.length = size;
  }

  u8(value: number): void {
    if ((value & 0xff) !== value) misfit(value, 'u8');
    const at = this.claim(1);
    this.numbers.setUint8(at, value);
  }

  u16(value: number): void {
    if ((value & 0xffff) !== value) misfit(value, 'u16');
    const at = this.claim(2);
    this.numbers.setUint16(at, value, true);
  }

  u32(value: number): void {
    if (value >>> 0 !== value) misfit(value, 'u32');
    const at = this.claim(4);
    this.numbers.setUint32(at, value, true);
  }

  /** A u64 on the wire, a safe integer in memory. */
  u53(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) misfit(value, 'u53');
    const at = this.claim(8);
    // `setUint32` reduces modulo 2^32 and drops fractions: this writes the low and the high half.
    this.numbers.setUint32(at, value, true);
    this.numbers.setUint32(at + 4, value / TWO_POW_32, true);
  }

  /** An i64 on the wire, a safe integer in memory. */
  i53(value: number): void {
    if (!Number.isSafeInteger(value)) misfit(value, 'i53');
    const at = this.claim(8);
    this.numbers.setUint32(at, value, true);
    this.numbers.setInt32(at + 4, Math.floor(value / TWO_POW_32), true);
  }

  /** Fills in a u32 whose value was not known when it was written. */
  u32At(at: number, value: number): void {
    if (value >>> 0 !== value) misfit(value, 'u32');
    this.numbers.setUint32(at, value, true);
  }

  raw(value: Uint8Array): void {
    const at = this.claim(value.length);
    this.bytes.set(value, at);
  }

  /** A copy of the written bytes. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** The written bytes without a copy: the next write or `reset` may change them. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Reserves `count` bytes and returns their offset. Call it before reading `numbers`: it may replace the buffer. */
  private claim(count: number): number {
    const at = this.length;
    const end = at + count;
    if (end > this.bytes.length) this.grow(end);
    this.length = end;
    return at;
  }

  private grow(needed: number): void {
    let capacity = this.bytes.length * 2;
    while (capacity < needed) capacity *= 2;
    const larger = new Uint8Array(capacity);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.numbers = new DataView(larger.buffer);
  }
}

function misfit(value: number, width: string): never {
  throw new RangeError(`${value} is not a ${width}`);
}
