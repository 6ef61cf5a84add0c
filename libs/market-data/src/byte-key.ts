/** Bytes as the key of a map: the shortest text that tells them apart, a third of the time of hex. */
export const byteKey = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
