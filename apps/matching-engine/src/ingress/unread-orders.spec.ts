import { describe, expect, it } from 'vitest';
import { READS_AT_ONCE, READ_BUDGET_MS, MAX_UNREAD_ORDERS } from '../limits';
import { UnreadOrders } from './unread-orders';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Each order takes an eighth of a turn's time, and the clock is read once for `READS_AT_ONCE` orders. */
function slowReads() {
  let nowMs = 0;
  const unread = new UnreadOrders(() => nowMs);
  const taken: number[] = [];
  const add = (order: number): void =>
    unread.push(() => {
      nowMs += READ_BUDGET_MS / 8;
      taken.push(order);
    });
  return { unread, taken, add };
}

describe('orders that arrive', () => {
  it('alone are looked at as they come', async () => {
    const { unread, taken, add } = slowReads();
    for (const order of numbers(3)) {
      add(order);
      expect(taken).toEqual(numbers(order + 1));
      await aTurn();
    }
    expect(unread.length).toBe(0);
  });

  it('together are looked at in order, some as they come and a slice in each turn of the event loop', async () => {
    const { unread, taken, add } = slowReads();
    const orders = numbers(3 * READS_AT_ONCE);
    for (const order of orders) add(order);
    expect(taken).toEqual(numbers(8));
    expect(unread.length).toBe(orders.length - 8);
    await aTurn();
    expect(taken).toEqual(numbers(8 + READS_AT_ONCE));
    add(orders.length);
    await aTurn();
    expect(taken).toEqual(numbers(8 + 2 * READS_AT_ONCE));
    await aTurn();
    expect(taken).toEqual(numbers(orders.length + 1));
    expect(unread.length).toBe(0);
  });

  it('are as many as there is time for', async () => {
    const unread = new UnreadOrders(() => 0);
    const taken: number[] = [];
    for (const order of numbers(5_000)) unread.push(() => taken.push(order));
    await aTurn();
    expect(taken).toEqual(numbers(5_000));
  });

  it('never wait without bound', () => {
    const { unread, taken, add } = slowReads();
    for (const order of numbers(MAX_UNREAD_ORDERS + 11)) add(order);
    expect(unread.length).toBe(MAX_UNREAD_ORDERS);
    expect(taken).toEqual(numbers(11));
  });

  it('are all looked at in the end', () => {
    const { unread, taken, add } = slowReads();
    for (const order of numbers(1_000)) add(order);
    unread.readAll();
    expect(taken).toEqual(numbers(1_000));
  });
});
