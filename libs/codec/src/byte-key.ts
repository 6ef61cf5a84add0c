/**
 * Bytes as a map key: the shortest distinct text, cheaper than hex. Not spread into the call, which takes four times
 * as long.
 */
export const byteKey = (bytes: Uint8Array): string =>
  Reflect.apply(String.fromCharCode, undefined, bytes);
