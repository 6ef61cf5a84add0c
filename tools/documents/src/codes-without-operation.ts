import type { Code } from '@bellwether/errors';

/** Codes that no endpoint answers with: they are said between the parts of the exchange. */
export const BUS_CODES: readonly Code[] = [
  'CREDIT_GAP',
  'CHARGE_GAP',
  'WITHDRAWAL_ENDED',
  'SWAP_REFUSED',
  'SWAP_UNAVAILABLE',
  'BRIDGE_UNAVAILABLE',
];
/** Codes of messages on the WebSocket alone: docs/protocol/streams.md. */
export const STREAM_CODES: readonly Code[] = ['TOO_MANY_CHANNELS'];
/** Codes of requests that reach no operation: the path is known, and takes another method. */
export const PATH_CODES: readonly Code[] = ['METHOD_NOT_ALLOWED'];
