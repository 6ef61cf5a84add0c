/**
 * Layouts as data: one description of a message gives its TypeScript type, its encoder and its strict decoder.
 * Everything is little-endian. Each value has exactly one encoding: `encode(decode(bytes))` equals `bytes`, or
 * `decode` throws `DecodeError`.
 */
import { Reader } from './reader';
import type { LaterFields } from './reader';
import { Writer } from './writer';

export interface Layout<T> {
  /** @throws RangeError if the value does not fit: a bug of the caller, who must check its input */
  write(writer: Writer, value: T): void;
  /** @throws DecodeError if the bytes are not the encoding of exactly one value */
  read(reader: Reader): T;
}

export type ValueOf<L> = L extends Layout<infer T> ? T : never;

/** A layout of named fields, which can also be read into an object with other fields. */
export interface Fields<T extends object> extends Layout<T> {
  readInto(reader: Reader, target: Record<string, unknown>): void;
}

/** A scratch buffer larger than this is not reused by the next `encode`. */
const MAX_REUSED_BYTES = 64 * 1024;

/** The writer that `encode` reuses. It is taken while in use, so that a layout may itself call `encode`. */
let idleWriter: Writer | undefined;

/** @returns the caller's own copy. A hot loop that does not retain the bytes uses `Writer.view`. */
export function encode<T>(layout: Layout<T>, value: T): Uint8Array {
  const writer = idleWriter ?? new Writer();
  idleWriter = undefined;
  writer.reset();
  layout.write(writer, value);
  const encoded = writer.finish();
  if (encoded.length <= MAX_REUSED_BYTES) idleWriter = writer;
  return encoded;
}

/** Decodes the one value in `bytes`; trailing bytes are an error. The value does not reference `bytes`. */
export function decode<T>(layout: Layout<T>, bytes: Uint8Array, later?: LaterFields): T {
  const reader = new Reader(bytes, later);
  const value = layout.read(reader);
  reader.end();
  return value;
}
