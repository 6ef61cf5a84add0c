import type { Code } from '@bellwether/errors';

/** Codes that no endpoint returns: they are used between the parts of the exchange. */
export const BUS_CODES: readonly Code[] = [
  'CREDIT_GAP',
  'CHARGE_GAP',
  'WITHDRAWAL_ENDED',
  'SWAP_REFUSED',
  'SWAP_UNAVAILABLE',
  'BRIDGE_UNAVAILABLE',
];
/** Codes of WebSocket messages only: docs/protocol/streams.md. */
export const STREAM_CODES: readonly Code[] = ['TOO_MANY_CHANNELS'];
/** Codes of requests that reach no operation: the path exists, but with another method. */
export const PATH_CODES: readonly Code[] = ['METHOD_NOT_ALLOWED'];
