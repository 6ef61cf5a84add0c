/**
 * How many orders a second leave their line, where cancels would be late otherwise. A cancel passes five times from process to
 * process, and where they share too few cores with a flood of orders it waits for a core each time. Of a flood most orders are
 * turned away anyhow: while cancels are late more of them are, until cancels are not (docs/adr/0035-late-cancels-slow-orders.md).
 *
 * - It begins where a full line turns orders away, and ends when none was turned away for a moment: an exchange that keeps up
 *   with its orders is not slowed, however late its cancels are.
 * - Late is a cancel whose record begins too long after it came. What the journal takes for that record is not counted: it has
 *   nothing to do with orders, where its disk is slow.
 * - However late cancels are, a third of the orders that were carried out before goes on; and where cancels are late all the
 *   same, something else is slow, and orders are let be for a minute.
 */
import type { IncomingCommand } from '@bellwether/bus';
import { isOrderLane } from './intake';
import {
  CANCEL_LATE_MS,
  LATE_CANCELS_TOLERATED,
  LATE_WINDOWS_FORGIVEN,
  LATE_WINDOWS_IN_VAIN,
  LEAST_ORDERS_PER_SECOND,
  LEAST_SHARE_OF_ORDERS,
  ORDER_PACE_FASTER,
  ORDER_PACE_IN_VAIN_MS,
  ORDER_PACE_SLOWER,
  ORDER_PACE_STEP_MS,
  ORDER_PACE_WAIT_MS,
  ORDER_PACE_WINDOW_MS,
} from './limits';

/** How much the newest window counts in what is usual. */
const NEWEST_WINDOW = 0.2;

type Command = Pick<IncomingCommand, 'lane' | 'command'>;

/** What is counted of one window. */
const nothing = () => ({ orders: 0, cancels: 0, lateCancels: 0 });

export class OrderPace {
  /** Infinity: as many as come. */
  private perSecond = Infinity;
  private leastPerSecond = LEAST_ORDERS_PER_SECOND;
  /** Carried out while none was held back; recent windows count most. */
  private usualPerSecond = 0;
  /** Orders that may leave their line now, and when that was reckoned. */
  private room = Infinity;
  private reckonedMs: number;

  private windowBeganMs: number;
  private counts = nothing();
  private turnedAwayMs = -Infinity;
  /** Windows with late cancels at the slowest pace, less some for each without. */
  private lateAtSlowest = 0;
  private inVainUntilMs = -Infinity;
  private readonly cancelCameMs = new WeakMap<Command, number>();

  /** @param nowMs of a clock that never goes back */
  constructor(private readonly nowMs: () => number) {
    this.windowBeganMs = this.reckonedMs = nowMs();
  }

  /** Orders a second that leave their line at most; Infinity: as many as come. */
  get limitPerSecond(): number {
    this.reckon();
    return this.perSecond;
  }

  /** So many orders may leave their line now. */
  get ordersDue(): number {
    this.reckon();
    return Math.floor(this.room);
  }

  /** More may not wait in their line: the last of them would have to for too long. */
  get longestLine(): number {
    return Math.ceil((this.limitPerSecond * ORDER_PACE_WAIT_MS) / 1_000);
  }

  came(incoming: Command): void {
    if (incoming.command.kind === 'cancel') this.cancelCameMs.set(incoming, this.nowMs());
  }

  /** An order, as its line is full or too long. */
  turnedAway(): void {
    this.turnedAwayMs = this.nowMs();
  }

  leftLine(orders: number): void {
    this.room -= orders;
  }

  /** What had left its line and is not carried out takes no room from what is. */
  failedCheck(incoming: Command): void {
    if (isOrderLane(incoming)) this.room = Math.min(this.room + 1, this.mostRoom);
  }

  recordBegins(commands: readonly Command[]): void {
    this.reckon();
    const { counts } = this;
    const nowMs = this.nowMs();
    for (const incoming of commands) {
      if (isOrderLane(incoming)) counts.orders++;
      const cameMs = this.cancelCameMs.get(incoming);
      if (cameMs === undefined) continue;
      counts.cancels++;
      if (nowMs - cameMs > CANCEL_LATE_MS) counts.lateCancels++;
    }
  }

  /** At a stop: what was taken in goes on as quickly as it can. */
  end(): void {
    this.perSecond = Infinity;
    this.inVainUntilMs = Infinity;
  }

  private reckon(): void {
    const nowMs = this.nowMs();
    if (nowMs - this.windowBeganMs >= ORDER_PACE_WINDOW_MS) this.endWindow(nowMs);
    // All that came was taken in: whatever was late, it is over.
    if (!this.isOverloaded(nowMs)) this.perSecond = Infinity;
    if (this.perSecond === Infinity) this.room = Infinity;
    else if (nowMs - this.reckonedMs < ORDER_PACE_STEP_MS) return;
    else {
      const earned = ((nowMs - this.reckonedMs) * this.perSecond) / 1_000;
      this.room = Math.min(this.room + earned, this.mostRoom);
    }
    this.reckonedMs = nowMs;
  }

  /** What was not used is soon forgotten: orders in a burst are what cancels would be late by. */
  private get mostRoom(): number {
    return Math.max(1, (this.perSecond * ORDER_PACE_WINDOW_MS) / 4_000);
  }

  private isOverloaded(nowMs: number): boolean {
    return nowMs - this.turnedAwayMs < ORDER_PACE_WINDOW_MS;
  }

  private endWindow(nowMs: number): void {
    const { orders, cancels, lateCancels } = this.counts;
    const ordersPerSecond = (orders * 1_000) / (nowMs - this.windowBeganMs);
    // A journal that stood still tells nothing of what is usual.
    if (this.perSecond === Infinity && orders > 0)
      this.usualPerSecond += (ordersPerSecond - this.usualPerSecond) * NEWEST_WINDOW;
    const areLate = lateCancels > cancels * LATE_CANCELS_TOLERATED;
    if (areLate && this.isOverloaded(nowMs)) this.goSlower(ordersPerSecond, nowMs);
    else this.goFaster();
    this.windowBeganMs = nowMs;
    this.counts = nothing();
  }

  private goFaster(): void {
    this.perSecond *= ORDER_PACE_FASTER;
    this.lateAtSlowest = Math.max(0, this.lateAtSlowest - LATE_WINDOWS_FORGIVEN);
  }

  /** @param ordersPerSecond that were carried out: not what came in, as a line that fills up takes thousands at once */
  private goSlower(ordersPerSecond: number, nowMs: number): void {
    if (nowMs < this.inVainUntilMs) return;
    let from = Math.min(this.perSecond, ordersPerSecond);
    if (this.perSecond === Infinity) {
      from = Math.max(ordersPerSecond, this.usualPerSecond);
      this.leastPerSecond = Math.max(LEAST_ORDERS_PER_SECOND, from * LEAST_SHARE_OF_ORDERS);
      this.lateAtSlowest = 0;
      this.room = 0;
    }
    if (this.perSecond === this.leastPerSecond) this.lateAtSlowest++;
    if (this.lateAtSlowest < LATE_WINDOWS_IN_VAIN) {
      this.perSecond = Math.max(this.leastPerSecond, from * ORDER_PACE_SLOWER);
      return;
    }
    this.perSecond = Infinity;
    this.inVainUntilMs = nowMs + ORDER_PACE_IN_VAIN_MS;
  }
}
