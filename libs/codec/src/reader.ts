import { DecodeError } from './decode-error';

/** How a reader treats fields of a later release than its own. */
export type LaterFields = 'refuse' | 'skip';

const TWO_POW_32 = 2 ** 32;
const MAX_SAFE_HIGH_WORD = 2 ** 21;

/** Reads little-endian values in order, strictly: reading past the end or past 2^53-1 (or below its negative) throws `DecodeError`. */
export class Reader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private position = 0;
  private limit: number;

  /** @param later what is done with fields that a later release added: refused, or passed over */
  constructor(
    source: Uint8Array,
    private readonly later: LaterFields = 'refuse',
  ) {
    const { buffer, byteOffset, byteLength } = source;
    // A subclass (Node's Buffer) slices without copying, but decoded values must be plain arrays of their own.
    this.bytes =
      source.constructor === Uint8Array ? source : new Uint8Array(buffer, byteOffset, byteLength);
    this.view = new DataView(buffer, byteOffset, byteLength);
    this.limit = byteLength;
  }

  /** Of the innermost value that carries its length, or of the message. */
  get remaining(): number {
    return this.limit - this.position;
  }

  /** Nothing behind the next `count` bytes is read until `leave`, which takes what this returns. */
  enter(count: number): number {
    const outer = this.limit;
    if (count > this.remaining) this.fail(`needs ${count} bytes, ${this.remaining} are left`);
    this.limit = this.position + count;
    return outer;
  }

  leave(outer: number): void {
    if (this.position !== this.limit && this.later === 'refuse') {
      this.fail(`${this.remaining} bytes of fields that this release does not know`);
    }
    this.position = this.limit;
    this.limit = outer;
  }

  u8(): number {
    return this.view.getUint8(this.advance(1));
  }

  u16(): number {
    return this.view.getUint16(this.advance(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  u53(): number {
    const at = this.advance(8);
    const high = this.view.getUint32(at + 4, true);
    if (high >= MAX_SAFE_HIGH_WORD) throw new DecodeError('integer above 2^53-1', at);
    return high * TWO_POW_32 + this.view.getUint32(at, true);
  }

  i53(): number {
    const at = this.advance(8);
    const value = this.view.getInt32(at + 4, true) * TWO_POW_32 + this.view.getUint32(at, true);
    if (!Number.isSafeInteger(value)) throw new DecodeError('integer beyond ±(2^53-1)', at);
    return value;
  }

  /** A view into the message: holding it retains the whole message. */
  raw(count: number): Uint8Array {
    const at = this.advance(count);
    return this.bytes.subarray(at, at + count);
  }

  copy(count: number): Uint8Array {
    const at = this.advance(count);
    return this.bytes.slice(at, at + count);
  }

  /** Every decoder ends with this: trailing bytes are an error. */
  end(): void {
    if (this.remaining !== 0) {
      throw new DecodeError(`${this.remaining} bytes after the end of the message`, this.position);
    }
  }

  fail(reason: string): never {
    throw new DecodeError(reason, this.position);
  }

  private advance(count: number): number {
    const at = this.position;
    if (count > this.limit - at) {
      throw new DecodeError(`needs ${count} bytes, ${this.limit - at} are left`, at);
    }
    this.position = at + count;
    return at;
  }
}
