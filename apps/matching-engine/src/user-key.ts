/** A user as a key of a Map, cheaper than hex. */
export const keyOf = (user: Uint8Array): string =>
  Buffer.from(user.buffer, user.byteOffset, user.length).toString('latin1');
