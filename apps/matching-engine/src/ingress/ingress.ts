/**
 * Commands that wait, in two bounded FIFO queues: one for orders, one for urgent commands (cancels, admin, funding),
 * which are pulled first. A cancel-all never overtakes orders and cancel-alls of its own user in the queue of orders:
 * it waits behind them. An order that waited too long is rejected, and its sender may repeat it.
 *
 * Commands of a group with orders wait among the orders, all in one queue. Those that left first wait for the others
 * before the record (groups.ts), so a cancel-all of any user of the group waits behind the last of them.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
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

type Group = NonNullable<IncomingCommand['group']>['of'];

/** A group of which some wait here. */
interface WaitingGroup {
  waiting: number;
  /** Of each command that came, whether or not it has left. */
  readonly users: string[];
}

interface Waiting {
  readonly incoming: IncomingCommand;
  readonly sinceMs: number;
}

export class Ingress {
  private readonly orders = new FifoQueue<Waiting>();
  private readonly urgent = new FifoQueue<IncomingCommand>();
  /** In the queue of orders, by user. Those of a group count until the whole group has left. */
  private readonly waitingOfUser = new Map<string, number>();
  private readonly groups = new Map<Group, WaitingGroup>();
  /** Cancel-alls behind orders, and cancels of groups with orders. */
  private urgentAmongOrders = 0;
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

  /** Without the urgent commands that wait among them. */
  get waitingOrders(): number {
    return this.orders.length - this.urgentAmongOrders;
  }

  /** Without those that wait among orders. */
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
    if (isOrder || incoming.group?.of.hasOrders === true || this.waitsBehindOwn(incoming)) {
      // Urgent ones have room of their own in this queue, so a user's own flood cannot keep its cancel-all out.
      const isFull = isOrder
        ? this.isFullOfOrders
        : this.urgentAmongOrders >= this.maxWaitingUrgent;
      if (isFull) return false;
      this.orders.push({ incoming, sinceMs: nowMs });
      this.countIn(incoming);
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
    this.countOut(first!.incoming);
    return first!;
  }

  /** It waits behind an order, or behind a cancel-all that does. */
  private waitsBehindOwn({ command }: IncomingCommand): boolean {
    return command.kind === 'cancel_all' && this.waitingOfUser.has(byteKey(command.user));
  }

  private countIn(incoming: IncomingCommand): void {
    if (!isOrderLane(incoming)) this.urgentAmongOrders++;
    const user = userOf(incoming);
    this.countUser(user, 1);
    if (incoming.group === undefined) return;
    const { of } = incoming.group;
    const group = this.groups.get(of) ?? { waiting: 0, users: [] };
    group.waiting++;
    group.users.push(user);
    this.groups.set(of, group);
  }

  private countOut(incoming: IncomingCommand): void {
    if (!isOrderLane(incoming)) this.urgentAmongOrders--;
    if (incoming.group === undefined) {
      this.countUser(userOf(incoming), -1);
      return;
    }
    const { of } = incoming.group;
    const group = this.groups.get(of);
    assert(group !== undefined, 'a group was counted when it came');
    if (--group.waiting > 0) return;
    this.groups.delete(of);
    for (const user of group.users) this.countUser(user, -1);
  }

  private countUser(user: string, change: 1 | -1): void {
    const count = (this.waitingOfUser.get(user) ?? 0) + change;
    if (count === 0) this.waitingOfUser.delete(user);
    else this.waitingOfUser.set(user, count);
  }
}

const userOf = ({ command }: IncomingCommand): string =>
  'user' in command ? byteKey(command.user) : '';
