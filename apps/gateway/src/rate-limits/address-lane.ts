import { assert } from '@bellwether/errors';
import type { AddressLane } from '@bellwether/runtime';

const LANES: Readonly<Record<string, AddressLane>> = {
  '/v1/orders/cancel': 'cancels',
  '/v1/orders/cancel-after': 'cancels',
  '/v1/orders/cancel-all': 'cancel_alls',
  '/v1/trading-keys/revoke': 'cancels',
  '/healthz': 'health',
  '/readyz': 'health',
  '/metrics': 'health',
  // Queries sent as a POST body, because they are long.
  '/v1/preview': 'reads',
  '/v1/withdraw/quote': 'reads',
  '/v1/debug/signature': 'reads',
};

/**
 * The lane in which a request of an address is charged, by the pattern of its route (`null`: there is no such path).
 * Null: an admin call, which is charged unless an operator makes it, so that a flood from an operator's address never keeps
 * the operator from halting the exchange.
 */
export function addressLane(method: string, pattern: string | null): AddressLane | null {
  if (pattern?.startsWith('/admin/') === true) return null;
  const isRead = method === 'GET' || method === 'HEAD';
  return LANES[pattern ?? ''] ?? (isRead ? 'reads' : 'orders');
}

/** That of an operation over the socket, by the path of its endpoint. */
export function operationLane(path: string): AddressLane {
  const lane = addressLane('POST', path);
  assert(lane !== null, 'every operation has a lane');
  return lane;
}
