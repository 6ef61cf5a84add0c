import { dayOf } from '../utc-day';
import type { TradingKey } from './trading-keys';

/**
 * What trading keys spend: on a UTC day of the journal's time at most what their owner signed. What a resting buy of a
 * key locks counts as spent until it is released; a fill makes it spent on the day of the fill.
 */
export class KeyBudgets {
  /** The resting orders that a key signed, by record. */
  private readonly signers = new Map<number, TradingKey>();
  /** The same by key: a key is replaced, and written, at the cost of its own orders. */
  private readonly orders = new Map<TradingKey, Set<number>>();

  constructor(private readonly time: { readonly lastTimestampMs: number }) {}

  /** Of the present day, what its resting buys lock included, in micro-USDC. */
  usedOf(key: TradingKey): number {
    const isToday = key.day === dayOf(this.time.lastTimestampMs);
    return key.locked + (isToday ? key.spent : 0);
  }

  spend(key: TradingKey, microUsdc: number): void {
    const today = dayOf(this.time.lastTimestampMs);
    if (key.day !== today) {
      key.day = today;
      key.spent = 0;
    }
    key.spent += microUsdc;
  }

  /** An order rests from now on, or with other terms. Call it before its lock. Null: no key signed it. */
  rests(order: number, key: TradingKey | null): void {
    this.ended(order);
    if (key !== null) this.sign(order, key);
  }

  /** A resting buy locks so much more, or less. */
  locks(order: number, microUsdc: number): void {
    if (this.signers.size === 0) return;
    const key = this.signers.get(order);
    if (key !== undefined) key.locked += microUsdc;
  }

  /** A fill of a resting buy was paid from its lock. */
  filled(order: number, microUsdc: number): void {
    if (this.signers.size === 0) return;
    const key = this.signers.get(order);
    if (key === undefined) return;
    key.locked -= microUsdc;
    this.spend(key, microUsdc);
  }

  /** The key that signed a resting order; undefined: its user did. */
  signerOf(order: number): TradingKey | undefined {
    return this.signers.get(order);
  }

  ended(order: number): void {
    if (this.signers.size === 0) return;
    const key = this.signers.get(order);
    if (key === undefined) return;
    this.signers.delete(order);
    const orders = this.orders.get(key)!;
    orders.delete(order);
    if (orders.size === 0) this.orders.delete(key);
  }

  /** The owner allowed the same key anew: what it spent and holds counts on. */
  replace(old: TradingKey, by: TradingKey): void {
    by.day = old.day;
    by.spent = old.spent;
    by.locked = old.locked;
    old.locked = 0;
    const orders = this.orders.get(old);
    if (orders === undefined) return;
    this.orders.delete(old);
    this.orders.set(by, orders);
    for (const order of orders) this.signers.set(order, by);
  }

  /** Records of resting orders, ascending, for a snapshot. */
  ordersOf(key: TradingKey): number[] {
    return [...(this.orders.get(key) ?? [])].toSorted((a, b) => a - b);
  }

  /** From a snapshot, after the orders. */
  load(key: TradingKey, orders: readonly number[], locks: { cashOf(order: number): number }): void {
    for (const order of orders) {
      this.sign(order, key);
      key.locked += locks.cashOf(order);
    }
  }

  private sign(order: number, key: TradingKey): void {
    this.signers.set(order, key);
    const orders = this.orders.get(key);
    if (orders === undefined) this.orders.set(key, new Set([order]));
    else orders.add(order);
  }
}
