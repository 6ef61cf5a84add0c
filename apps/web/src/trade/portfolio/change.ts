/** The change of a resting order as it is signed: the contracts in all are the user's, and `filled` is what the page shows. */
import type { AmendRequest, Order } from '@bellwether/client';
import { readNumber } from '../../money/read-number';

export interface ChangeEntry {
  readonly limit: string;
  /** Contracts in all, those that are filled included: so a fill meanwhile makes the order no larger. */
  readonly total: string;
}

export interface ChangeRead {
  /** Null: the entry is no number, or changes nothing, or leaves nothing open. */
  readonly change: (AmendRequest & { readonly filled: number }) | null;
  /** So many are filled that nothing would stay open. */
  readonly isTooSmall: boolean;
}

export function readChange(order: Order, filled: number, entry: ChangeEntry): ChangeRead {
  const { market_id, order_id } = order;
  const price = readNumber(entry.limit, 'cents').value;
  const inAll = readNumber(entry.total, 'contracts').value;
  const isTooSmall = inAll !== undefined && inAll <= filled;
  const isSame = price === order.price && inAll === order.size;
  if (price === undefined || inAll === undefined || isTooSmall || isSame)
    return { change: null, isTooSmall };
  const size = inAll - filled;
  return { change: { market_id, order_id, price, size, filled }, isTooSmall };
}
