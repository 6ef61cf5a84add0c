/**
 * Commands that wait, in two bounded lines. Orders wait in one; what must not wait behind a flood of orders (cancels,
 * admin, funding) in the other, and is taken first. A cancel-all never overtakes orders of its own user that were
 * taken in before it: while such an order waits, it waits in the line of orders.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { MAX_WAITING_ORDERS, MAX_WAITING_URGENT, URGENT_EIGHTHS } from './limits';
import { Line } from './line';
import { keyOf } from './user-key';

export interface IntakeLimits {
  readonly maxWaitingOrders?: number;
  readonly maxWaitingUrgent?: number;
}

export const isOrderLane = ({ lane }: Pick<IncomingCommand, 'lane'>): boolean =>
  lane === 'order' || lane === 'builder';

export class Intake {
  private readonly orders = new Line<IncomingCommand>();
  private readonly urgent = new Line<IncomingCommand>();
  private readonly ordersOfUser = new Map<string, number>();
  private readonly maxWaitingOrders: number;
  private readonly maxWaitingUrgent: number;

  constructor({
    maxWaitingOrders = MAX_WAITING_ORDERS,
    maxWaitingUrgent = MAX_WAITING_URGENT,
  }: IntakeLimits = {}) {
    this.maxWaitingOrders = maxWaitingOrders;
    this.maxWaitingUrgent = maxWaitingUrgent;
  }

  get waitingOrders(): number {
    return this.orders.length;
  }

  get waitingUrgent(): number {
    return this.urgent.length;
  }

  get waiting(): number {
    return this.orders.length + this.urgent.length;
  }

  get isFullOfOrders(): boolean {
    return this.orders.length >= this.maxWaitingOrders;
  }

  /** False: the line is full, and the command was not taken in. */
  offer(incoming: IncomingCommand): boolean {
    if (isOrderLane(incoming)) {
      if (this.isFullOfOrders) return false;
      this.orders.push(incoming);
      this.countOrder(incoming, 1);
      return true;
    }
    if (this.waitsBehindOwnOrders(incoming)) {
      // Cancels have room of their own in this line: a user's own flood cannot keep its cancel-all out.
      if (this.orders.length >= this.maxWaitingOrders + this.maxWaitingUrgent) return false;
      this.orders.push(incoming);
      return true;
    }
    if (this.urgent.length >= this.maxWaitingUrgent) return false;
    this.urgent.push(incoming);
    return true;
  }

  /** The next `count` commands at most: urgent ones first, yet never all of them while orders wait. */
  take(count: number): IncomingCommand[] {
    const forUrgent = this.orders.length === 0 ? count : Math.ceil((count * URGENT_EIGHTHS) / 8);
    const taken = this.urgent.take(forUrgent);
    for (const incoming of this.orders.take(count - taken.length)) {
      this.countOrder(incoming, -1);
      taken.push(incoming);
    }
    return taken;
  }

  /** Where there is no room for orders. */
  takeUrgent(count: number): IncomingCommand[] {
    return this.urgent.take(count);
  }

  private waitsBehindOwnOrders({ command }: IncomingCommand): boolean {
    return command.kind === 'cancel_all' && this.ordersOfUser.has(keyOf(command.user));
  }

  private countOrder({ command }: IncomingCommand, change: 1 | -1): void {
    if (command.kind !== 'order') return;
    const key = keyOf(command.user);
    const count = (this.ordersOfUser.get(key) ?? 0) + change;
    if (count === 0) this.ordersOfUser.delete(key);
    else this.ordersOfUser.set(key, count);
  }
}
