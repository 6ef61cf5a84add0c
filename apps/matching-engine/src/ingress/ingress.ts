/**
 * Commands that wait, in two bounded lines. Orders wait in one; what must not wait behind a flood of orders (cancels,
 * admin, funding) in the other, and is taken first. A cancel-all never overtakes orders and cancel-alls of its own user
 * that wait in the line of orders: it waits there behind them.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import { MAX_WAITING_ORDERS, MAX_WAITING_URGENT, URGENT_EIGHTHS } from '../limits';
import { Line } from './fifo-queue';

export interface IntakeLimits {
  readonly maxWaitingOrders?: number;
  readonly maxWaitingUrgent?: number;
}

/** How many of each kind may be taken. */
export interface Rooms {
  readonly orders: number;
  readonly urgent: number;
}

export const isOrderLane = ({ lane }: Pick<IncomingCommand, 'lane'>): boolean =>
  lane === 'order' || lane === 'builder';

export class Intake {
  private readonly orders = new Line<IncomingCommand>();
  private readonly urgent = new Line<IncomingCommand>();
  /** In the line of orders, of each user. */
  private readonly waitingOfUser = new Map<string, number>();
  private cancelAllsAmongOrders = 0;
  private readonly maxWaitingOrders: number;
  private readonly maxWaitingUrgent: number;

  constructor({
    maxWaitingOrders = MAX_WAITING_ORDERS,
    maxWaitingUrgent = MAX_WAITING_URGENT,
  }: IntakeLimits = {}) {
    this.maxWaitingOrders = maxWaitingOrders;
    this.maxWaitingUrgent = maxWaitingUrgent;
  }

  /** Without the cancel-alls that wait among them. */
  get waitingOrders(): number {
    return this.orders.length - this.cancelAllsAmongOrders;
  }

  get waitingUrgent(): number {
    return this.urgent.length;
  }

  get waiting(): number {
    return this.orders.length + this.urgent.length;
  }

  get isFullOfOrders(): boolean {
    return this.waitingOrders >= this.maxWaitingOrders;
  }

  /** False: the line is full, and the command was not taken in. */
  offer(incoming: IncomingCommand): boolean {
    const isOrder = isOrderLane(incoming);
    if (isOrder || this.waitsBehindOwn(incoming)) {
      // Cancel-alls have room of their own in this line: a user's own flood cannot keep its cancel-all out.
      const isFull = isOrder
        ? this.isFullOfOrders
        : this.cancelAllsAmongOrders >= this.maxWaitingUrgent;
      if (isFull) return false;
      this.orders.push(incoming);
      this.countWaiting(incoming, 1);
      return true;
    }
    if (this.urgent.length >= this.maxWaitingUrgent) return false;
    this.urgent.push(incoming);
    return true;
  }

  /**
   * The next `count` commands at most, of each kind what there is room for: urgent ones first, yet never all of them while
   * orders may come too.
   */
  take(count: number, rooms: Rooms = { orders: count, urgent: count }): IncomingCommand[] {
    const isShared = this.hasRoomForFirst(rooms);
    const forUrgent = isShared ? Math.ceil((count * URGENT_EIGHTHS) / 8) : count;
    const taken = this.urgent.take(Math.min(forUrgent, rooms.urgent));
    const left = { orders: rooms.orders, urgent: rooms.urgent - taken.length };
    while (taken.length < count && this.hasRoomForFirst(left)) {
      const first = this.shift();
      left[isOrderLane(first) ? 'orders' : 'urgent']--;
      taken.push(first);
    }
    return taken;
  }

  /** Whether `take` would give something. */
  canTake(rooms: Rooms): boolean {
    return (this.urgent.length > 0 && rooms.urgent > 0) || this.hasRoomForFirst(rooms);
  }

  private hasRoomForFirst(rooms: Rooms): boolean {
    const { first } = this.orders;
    return first !== undefined && rooms[isOrderLane(first) ? 'orders' : 'urgent'] > 0;
  }

  private shift(): IncomingCommand {
    const [first] = this.orders.take(1);
    this.countWaiting(first!, -1);
    return first!;
  }

  /** Behind an order, or behind a cancel-all that is. */
  private waitsBehindOwn({ command }: IncomingCommand): boolean {
    return command.kind === 'cancel_all' && this.waitingOfUser.has(byteKey(command.user));
  }

  private countWaiting({ command }: IncomingCommand, change: 1 | -1): void {
    if (command.kind === 'cancel_all') this.cancelAllsAmongOrders += change;
    if (command.kind !== 'order' && command.kind !== 'cancel_all') return;
    const key = byteKey(command.user);
    const count = (this.waitingOfUser.get(key) ?? 0) + change;
    if (count === 0) this.waitingOfUser.delete(key);
    else this.waitingOfUser.set(key, count);
  }
}
