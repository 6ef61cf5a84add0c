/** Bytes as the vectors write them. */
export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const unhex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
/** `count` bytes that rise from `seed`: distinct at a glance. */
export const risingBytes = (count, seed) =>
  Uint8Array.from({ length: count }, (_, at) => (seed + at) % 256);
