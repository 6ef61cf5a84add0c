import type { IncomingCommand } from '@bellwether/bus';
import { MAX_CHECKED_ORDERS, MAX_CHECKED_URGENT } from '../limits';

/** Numbers of each kind: orders, and urgent commands (cancels, admin, funding). */
export interface Room {
  readonly orders: number;
  readonly urgent: number;
}

export const isOrderLane = ({ lane }: Pick<IncomingCommand, 'lane'>): boolean =>
  lane === 'order' || lane === 'builder';

export const kindOf = (incoming: Pick<IncomingCommand, 'lane'>): keyof Room =>
  isOrderLane(incoming) ? 'orders' : 'urgent';

/** Each kind has room of its own between ingress and record, so that neither blocks the other. */
export const roomBeside = (verifying: Room, verified: Room): Room => ({
  orders: Math.max(0, MAX_CHECKED_ORDERS - verifying.orders - verified.orders),
  urgent: Math.max(0, MAX_CHECKED_URGENT - verifying.urgent - verified.urgent),
});
