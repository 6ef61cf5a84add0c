/** Bytes as the key of a map: the shortest text that tells them apart, an eighth of the time of hex. */
export const byteKey = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
