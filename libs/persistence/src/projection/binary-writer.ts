/** Values in PostgreSQL's binary format, in a buffer that grows. Every number is checked: the format would cut it short. */
import { assert } from '@bellwether/errors';

const FIRST_BYTES = 16 * 1024;
const TWO_TO_THE_32 = 2 ** 32;
const TWO_TO_THE_63 = 2 ** 63;

export class BinaryWriter {
  private buffer: Buffer;
  private view: DataView;
  private at = 0;

  constructor(bytes = FIRST_BYTES) {
    this.buffer = Buffer.allocUnsafe(bytes);
    this.view = viewOf(this.buffer);
  }

  /** The written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  int16(value: number): void {
    assert((value << 16) >> 16 === value, () => `${value} is a SMALLINT`);
    this.reserve(2);
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  int32(value: number): void {
    assert((value | 0) === value, () => `${value} is an INTEGER`);
    this.reserve(4);
    this.view.setInt32(this.at, value);
    this.at += 4;
  }

  int64(value: number): void {
    assert(
      Number.isInteger(value) && Math.abs(value) < TWO_TO_THE_63,
      () => `${value} is a BIGINT`,
    );
    this.reserve(8);
    this.view.setInt32(this.at, Math.floor(value / TWO_TO_THE_32));
    this.view.setInt32(this.at + 4, value | 0); // the lower half, as ToInt32 takes it modulo 2^32
    this.at += 8;
  }

  bool(value: boolean): void {
    this.reserve(1);
    this.view.setInt8(this.at++, value ? 1 : 0);
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.at);
    this.at += value.length;
  }

  /** Its length in bytes, then the text as UTF-8. */
  lengthAndText(value: string, prefix?: number): void {
    const size = Buffer.byteLength(value);
    this.int32(prefix === undefined ? size : size + 1);
    this.reserve(size + 1);
    if (prefix !== undefined) this.view.setInt8(this.at++, prefix);
    this.at += this.buffer.write(value, this.at, 'utf8');
  }

  private reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + bytes));
    this.buffer.copy(grown, 0, 0, this.at);
    this.buffer = grown;
    this.view = viewOf(grown);
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength);
