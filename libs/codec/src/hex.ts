import { hex } from '@scure/base';

/** Lower-case hex out. */
export const toHex = (bytes: Uint8Array): string => hex.encode(bytes);

/**
 * Either case in. Answers `undefined` where the text is not exactly `byteLength` bytes of hex:
 * what that means (a 400, a poison message) is the caller's to say.
 */
export function fromHex(text: string, byteLength: number): Uint8Array | undefined {
  if (text.length !== byteLength * 2 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  return hex.decode(text.toLowerCase());
}
