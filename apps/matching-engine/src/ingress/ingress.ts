/**
 * Commands that wait, in two bounded FIFO queues: one for orders, one for urgent commands (cancels, admin, funding),
 * which are pulled first. A cancel-all never overtakes orders and cancel-alls of its own user in the queue of orders:
 * it waits behind them. An order that waited too long is rejected, and its sender may repeat it.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import {
  MAX_ORDER_AGE_MS,
  MAX_WAITING_ORDERS,
  MAX_WAITING_URGENT,
  URGENT_EIGHTHS,
} from '../limits';
import { FifoQueue } from './fifo-queue';
import { isOrderLane, kindOf } from './room';
import type { Room } from './room';

export interface IngressLimits {
  readonly maxWaitingOrders?: number;
  readonly maxWaitingUrgent?: number;
  readonly maxOrderAgeMs?: number;
}

/** The commands that were pulled, in order. */
export interface Slice {
  readonly commands: readonly IncomingCommand[];
  /** Orders that waited too long: the caller rejects them. */
  readonly aged: readonly IncomingCommand[];
}

interface Waiting {
  readonly incoming: IncomingCommand;
  readonly sinceMs: number;
}

export class Ingress {
  private readonly orders = new FifoQueue<Waiting>();
  private readonly urgent = new FifoQueue<IncomingCommand>();
  /** In the queue of orders, by user. */
  private readonly waitingOfUser = new Map<string, number>();
  private cancelAllsAmongOrders = 0;
  private readonly maxWaitingOrders: number;
  private readonly maxWaitingUrgent: number;
  private readonly maxOrderAgeMs: number;

  constructor({
    maxWaitingOrders = MAX_WAITING_ORDERS,
    maxWaitingUrgent = MAX_WAITING_URGENT,
    maxOrderAgeMs = MAX_ORDER_AGE_MS,
  }: IngressLimits = {}) {
    this.maxWaitingOrders = maxWaitingOrders;
    this.maxWaitingUrgent = maxWaitingUrgent;
    this.maxOrderAgeMs = maxOrderAgeMs;
  }

  /** Without the cancel-alls that wait among them. */
  get waitingOrders(): number {
    return this.orders.length - this.cancelAllsAmongOrders;
  }

  /** Without the cancel-alls that wait behind orders. */
  get waitingUrgent(): number {
    return this.urgent.length;
  }

  get waiting(): number {
    return this.orders.length + this.urgent.length;
  }

  get isFullOfOrders(): boolean {
    return this.waitingOrders >= this.maxWaitingOrders;
  }

  /**
   * @returns false if its queue is full
   * @param nowMs of a monotonic clock
   */
  push(incoming: IncomingCommand, nowMs: number): boolean {
    const isOrder = isOrderLane(incoming);
    if (isOrder || this.waitsBehindOwn(incoming)) {
      // Cancel-alls have room of their own in this queue, so a user's own flood cannot keep its cancel-all out.
      const isFull = isOrder
        ? this.isFullOfOrders
        : this.cancelAllsAmongOrders >= this.maxWaitingUrgent;
      if (isFull) return false;
      this.orders.push({ incoming, sinceMs: nowMs });
      this.countWaiting(incoming, 1);
      return true;
    }
    if (this.urgent.length >= this.maxWaitingUrgent) return false;
    this.urgent.push(incoming);
    return true;
  }

  /**
   * The next commands, at most `count`, of each kind as many as there is room for. Urgent ones come first but never
   * take all the room while orders wait.
   */
  pull(count: number, room: Room, nowMs: number): Slice {
    const isShared = this.hasRoomForFirst(room);
    const forUrgent = isShared ? Math.ceil((count * URGENT_EIGHTHS) / 8) : count;
    const commands = this.urgent.take(Math.min(forUrgent, room.urgent));
    const aged: IncomingCommand[] = [];
    const left = { orders: room.orders, urgent: room.urgent - commands.length };
    while (commands.length + aged.length < count && this.hasRoomForFirst(left)) {
      const { incoming, sinceMs } = this.shift();
      left[kindOf(incoming)]--;
      const isAged = isOrderLane(incoming) && nowMs - sinceMs > this.maxOrderAgeMs;
      (isAged ? aged : commands).push(incoming);
    }
    return { commands, aged };
  }

  /** Whether `pull` would return something. */
  canPull(room: Room): boolean {
    return (this.urgent.length > 0 && room.urgent > 0) || this.hasRoomForFirst(room);
  }

  private hasRoomForFirst(room: Room): boolean {
    const { first } = this.orders;
    return first !== undefined && room[kindOf(first.incoming)] > 0;
  }

  private shift(): Waiting {
    const [first] = this.orders.take(1);
    this.countWaiting(first!.incoming, -1);
    return first!;
  }

  /** It waits behind an order, or behind a cancel-all that does. */
  private waitsBehindOwn({ command }: IncomingCommand): boolean {
    return command.kind === 'cancel_all' && this.waitingOfUser.has(byteKey(command.user));
  }

  private countWaiting({ command }: IncomingCommand, change: 1 | -1): void {
    if (command.kind === 'cancel_all') this.cancelAllsAmongOrders += change;
    if (!('user' in command)) return;
    const key = byteKey(command.user);
    const count = (this.waitingOfUser.get(key) ?? 0) + change;
    if (count === 0) this.waitingOfUser.delete(key);
    else this.waitingOfUser.set(key, count);
  }
}
