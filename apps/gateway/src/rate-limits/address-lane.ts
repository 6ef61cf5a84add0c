import { byPath, gatewayEndpoints } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { AddressLane } from '@bellwether/runtime';

const LANES: Readonly<Record<string, AddressLane>> = {
  '/healthz': 'health',
  '/readyz': 'health',
  '/metrics': 'health',
  ...byPath(gatewayEndpoints({ hasAdmin: false }), 'lane'),
};

/**
 * The lane in which a request of an address is charged, by the pattern of its route (`null`: there is no such path).
 * Null: an admin call, which is charged only without an operator, so that a flood from an operator's address never
 * prevents a halt of the exchange.
 */
export function addressLane(method: string, pattern: string | null): AddressLane | null {
  if (pattern?.startsWith('/admin/') === true) return null;
  const isRead = method === 'GET' || method === 'HEAD';
  return LANES[pattern ?? ''] ?? (isRead ? 'reads' : 'orders');
}

/** The lane of an operation over the WebSocket, by the path of its endpoint. */
export function operationLane(path: string): AddressLane {
  const lane = addressLane('POST', path);
  assert(lane !== null, 'every operation has a lane');
  return lane;
}
