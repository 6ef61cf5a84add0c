/**
 * Bytes as the key of a map: the shortest text that tells them apart, cheaper than hex. Not spread: that takes four times
 * as long.
 */
export const byteKey = (bytes: Uint8Array): string =>
  Reflect.apply(String.fromCharCode, undefined, bytes);
