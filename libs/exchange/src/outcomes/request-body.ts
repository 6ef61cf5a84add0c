import { sameBytes } from '@bellwether/codec';

/**
 * What a repeat is compared with: the message that was signed, and the id that its sender chose. The message's length
 * follows from its form, so no two requests have the same body.
 */
export function requestBody(message: Uint8Array, clientId: Uint8Array | undefined): Uint8Array {
  if (clientId === undefined) return message;
  const body = new Uint8Array(message.length + clientId.length);
  body.set(message);
  body.set(clientId, message.length);
  return body;
}

export const sameOrNone = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : sameBytes(a, b);
