import type { IncomingCommand } from '@bellwether/bus';
import { MAX_CHECKED_ORDERS, MAX_CHECKED_URGENT } from '../limits';

/** How many of each kind: orders, and what must not wait behind a flood of them (cancels, admin, funding). */
export interface Room {
  readonly orders: number;
  readonly urgent: number;
}

export const isOrderLane = ({ lane }: Pick<IncomingCommand, 'lane'>): boolean =>
  lane === 'order' || lane === 'builder';

export const kindOf = (incoming: Pick<IncomingCommand, 'lane'>): keyof Room =>
  isOrderLane(incoming) ? 'orders' : 'urgent';

/** Between ingress and record each kind has room of its own, so that neither keeps the other out. */
export const roomBeside = (verifying: Room, verified: Room): Room => ({
  orders: Math.max(0, MAX_CHECKED_ORDERS - verifying.orders - verified.orders),
  urgent: Math.max(0, MAX_CHECKED_URGENT - verifying.urgent - verified.urgent),
});
