/** Bytes as a key of a Map. Hex, which people read, takes several times as long to make. */
export const keyOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
