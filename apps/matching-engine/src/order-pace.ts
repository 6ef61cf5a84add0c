/**
 * How many orders a second the door takes in, where cancels would be late otherwise. A cancel passes five times from process to
 * process, and where they share too few cores with a flood of orders it waits for a core each time. Of a flood most orders are
 * turned away anyhow: while cancels are late more of them are, until cancels are not (docs/adr/0035-late-cancels-slow-orders.md).
 *
 * - Nothing is held back where no order is turned away: an exchange that keeps up with its orders is never slowed.
 * - Late is a cancel whose record begins too long after it came. What the journal takes for that record is not counted: a slow
 *   disk is none the faster for fewer orders.
 * - However late cancels are, a third of the orders that were carried out before is taken in.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { isOrderLane } from './intake';
import {
  CANCEL_LATE_MS,
  LATE_CANCELS_TOLERATED,
  LEAST_ORDERS_PER_SECOND,
  LEAST_SHARE_OF_ORDERS,
  ORDER_PACE_FASTER,
  ORDER_PACE_SLOWER,
  ORDER_PACE_WINDOW_MS,
} from './limits';

type Command = Pick<IncomingCommand, 'lane' | 'command'>;

/** What is counted of one window. */
const nothing = () => ({ orders: 0, turnedAway: 0, cancels: 0, lateCancels: 0 });

export class OrderPace {
  /** Infinity: as many as come. */
  private perSecond = Infinity;
  private leastPerSecond = LEAST_ORDERS_PER_SECOND;
  /** Orders that may be taken in now, and when that was reckoned. */
  private room = Infinity;
  private reckonedMs: number;

  private windowBeganMs: number;
  private counts = nothing();
  private readonly cancelCameMs = new WeakMap<Command, number>();

  /** @param nowMs of a clock that never goes back */
  constructor(private readonly nowMs: () => number) {
    this.windowBeganMs = this.reckonedMs = nowMs();
  }

  /** Orders a second that are taken in at most; Infinity: as many as come. */
  get limitPerSecond(): number {
    return this.perSecond;
  }

  /** Whether one more order may come in. */
  isOpen(): boolean {
    this.reckon();
    return this.room >= 1;
  }

  /** It was taken in. */
  came(incoming: Command): void {
    if (isOrderLane(incoming)) this.room--;
    else if (incoming.command.kind === 'cancel') this.cancelCameMs.set(incoming, this.nowMs());
  }

  /** For this pace, or for a line that is full. */
  orderTurnedAway(): void {
    this.counts.turnedAway++;
  }

  recordBegins(commands: readonly Command[]): void {
    this.reckon();
    const { counts } = this;
    for (const incoming of commands) {
      if (isOrderLane(incoming)) counts.orders++;
      const cameMs = this.cancelCameMs.get(incoming);
      if (cameMs === undefined) continue;
      counts.cancels++;
      if (this.reckonedMs - cameMs > CANCEL_LATE_MS) counts.lateCancels++;
    }
  }

  private reckon(): void {
    const nowMs = this.nowMs();
    if (nowMs - this.windowBeganMs >= ORDER_PACE_WINDOW_MS) this.endWindow(nowMs);
    if (this.perSecond === Infinity) this.room = Infinity;
    else {
      const earned = ((nowMs - this.reckonedMs) * this.perSecond) / 1_000;
      // What was not used is soon forgotten: orders in a burst are what cancels would be late by.
      const most = Math.max(1, (this.perSecond * ORDER_PACE_WINDOW_MS) / 4_000);
      this.room = Math.min(this.room + earned, most);
    }
    this.reckonedMs = nowMs;
  }

  private endWindow(nowMs: number): void {
    const { orders, turnedAway, cancels, lateCancels } = this.counts;
    const ordersPerSecond = (orders * 1_000) / (nowMs - this.windowBeganMs);
    if (turnedAway === 0) this.perSecond = Infinity;
    else if (lateCancels > cancels * LATE_CANCELS_TOLERATED) this.goSlower(ordersPerSecond);
    else this.perSecond *= ORDER_PACE_FASTER;
    this.windowBeganMs = nowMs;
    this.counts = nothing();
  }

  /** @param ordersPerSecond that were carried out: not what the door took in, as a line that fills up takes thousands at once */
  private goSlower(ordersPerSecond: number): void {
    if (this.perSecond === Infinity) {
      const share = ordersPerSecond * LEAST_SHARE_OF_ORDERS;
      this.leastPerSecond = Math.max(LEAST_ORDERS_PER_SECOND, share);
    }
    const slower = Math.min(this.perSecond, ordersPerSecond) * ORDER_PACE_SLOWER;
    this.perSecond = Math.max(this.leastPerSecond, slower);
  }
}
