const INITIAL_BYTES = 256;
const TWO_POW_32 = 2 ** 32;

/** Appends little-endian values to a buffer that grows by doubling. `reset` lets a hot loop reuse it. */
export class Writer {
  private bytes: Uint8Array;
  private view: DataView;
  private length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.bytes = new Uint8Array(initialBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  get size(): number {
    return this.length;
  }

  reset(): void {
    this.length = 0;
  }

  u8(value: number): void {
    this.view.setUint8(this.claim(1), value);
  }

  u16(value: number): void {
    this.view.setUint16(this.claim(2), value, true);
  }

  u32(value: number): void {
    this.view.setUint32(this.claim(4), value, true);
  }

  /** A u64 on the wire, a safe integer in memory. */
  u53(value: number): void {
    const at = this.claim(8);
    this.view.setUint32(at, value % TWO_POW_32, true);
    this.view.setUint32(at + 4, Math.floor(value / TWO_POW_32), true);
  }

  raw(value: Uint8Array): void {
    const at = this.claim(value.length);
    this.bytes.set(value, at);
  }

  /** A copy of what was written, safe to keep. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

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
    this.view = new DataView(larger.buffer);
  }
}
