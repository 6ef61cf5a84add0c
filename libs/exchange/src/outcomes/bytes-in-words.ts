/** Bytes stored in whole 8-byte words of a Float64 table. They are copied as bytes and never read as numbers. */

export const wordsForBytes = (count: number): number => Math.ceil(count / 8);

export function writeBytes(words: Float64Array, at: number, bytes: Uint8Array): void {
  const room = new Uint8Array(
    words.buffer,
    words.byteOffset + at * 8,
    wordsForBytes(bytes.length) * 8,
  );
  room.fill(0);
  room.set(bytes);
}

/** A copy. */
export function readBytes(words: Float64Array, at: number, count: number): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset + at * 8, count).slice();
}
