/**
 * Layouts as data: a message is described once, and the description gives its TypeScript type, its encoder
 * and its strict decoder. Everything is little-endian. There is one byte string a value:
 * `encode(decode(bytes))` equals `bytes`, or `decode` throws `DecodeError`.
 */
import { Reader } from './reader';
import { Writer } from './writer';

export interface Layout<T> {
  /** @throws RangeError where the value does not fit: a bug of the caller, who has checked its input */
  write(writer: Writer, value: T): void;
  /** @throws DecodeError where the bytes are not those of exactly one value */
  read(reader: Reader): T;
}

/** The value type a layout describes. */
export type ValueOf<L> = L extends Layout<infer T> ? T : never;

/** A layout of named fields, which can also be read into an object that has other fields already. */
export interface Fields<T extends object> extends Layout<T> {
  readInto(reader: Reader, target: Record<string, unknown>): void;
}

/** A scratch buffer larger than this is not kept from one `encode` to the next. */
const MAX_KEPT_BYTES = 64 * 1024;

/** The writer `encode` reuses; taken away while in use, so that a layout may itself call `encode`. */
let idleWriter: Writer | undefined;

/** @returns bytes of the caller's own, safe to keep. A hot loop that need not keep them uses `Writer.view`. */
export function encode<T>(layout: Layout<T>, value: T): Uint8Array {
  const writer = idleWriter ?? new Writer();
  idleWriter = undefined;
  writer.reset();
  layout.write(writer, value);
  const encoded = writer.finish();
  if (encoded.length <= MAX_KEPT_BYTES) idleWriter = writer;
  return encoded;
}

/** Reads the one value that `bytes` are: nothing may follow it. The value keeps no part of `bytes`. */
export function decode<T>(layout: Layout<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes);
  const value = layout.read(reader);
  reader.end();
  return value;
}
