/** Keys of test users, builders and markets that do not exist: recognizable bytes, no cryptography. */

export const userKey = (index: number): Uint8Array => {
  const key = new Uint8Array(32).fill(0xa0);
  key[0] = index;
  return key;
};

export const builderKeyId = (index: number): Uint8Array => new Uint8Array(16).fill(0xb0 + index);

export const sourceKey = (index: number): Uint8Array => new Uint8Array(32).fill(0xd0 + index);

/** Of the sender of a command. */
export const clientIdOf = (index: number): Uint8Array => new Uint8Array(16).fill(0xc0 + index);

export const UNKNOWN_MARKET = new Uint8Array(32).fill(0xee);

/** The engine does not check signatures: that happens before a command gets its seq. */
export const signatureOf = (byte: number): Uint8Array => new Uint8Array(64).fill(byte);
