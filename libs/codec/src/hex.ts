import { hex } from '@scure/base';

/** Encodes to lower-case hex. */
export const toHex = (bytes: Uint8Array): string => hex.encode(bytes);

/**
 * Decodes hex of either case. Returns `undefined` if the text is not exactly `byteLength` bytes of hex; the caller
 * decides what that means (a 400, a poison message).
 */
export function fromHex(text: string, byteLength: number): Uint8Array | undefined {
  if (text.length !== byteLength * 2 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  return hex.decode(text.toLowerCase());
}
