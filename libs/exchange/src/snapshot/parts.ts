import { DecodeError } from '@bellwether/codec';

/**
 * A snapshot is a sequence of byte strings, each after its length (u64, little-endian). Big tables are copied once:
 * from their memory to the snapshot, and back.
 */
const LENGTH_BYTES = 8;
const TWO_POW_32 = 2 ** 32;

export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const total = parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0);
  const joined = new Uint8Array(total);
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length % TWO_POW_32, true);
    view.setUint32(at + 4, Math.floor(part.length / TWO_POW_32), true);
    joined.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return joined;
}

/** Reads the parts in the order they were written; each is a view into the snapshot. */
export class PartReader {
  private readonly view: DataView;
  private position = 0;

  constructor(private readonly joined: Uint8Array) {
    this.view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
  }

  next(): Uint8Array {
    const at = this.position;
    if (at + LENGTH_BYTES > this.joined.length) throw new DecodeError('the snapshot is cut', at);
    const length = this.view.getUint32(at + 4, true) * TWO_POW_32 + this.view.getUint32(at, true);
    const from = at + LENGTH_BYTES;
    if (from + length > this.joined.length) throw new DecodeError('the snapshot is cut', at);
    this.position = from + length;
    return this.joined.subarray(from, from + length);
  }

  end(): void {
    if (this.position === this.joined.length) return;
    throw new DecodeError('bytes after the end of the snapshot', this.position);
  }
}
