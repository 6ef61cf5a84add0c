import { describe, expect, it } from 'vitest';
import { Arrivals } from './unread-orders';
import { ARRIVALS_AT_ONCE, ARRIVALS_TURN_MS, MAX_ARRIVALS } from '../limits';

const aTurn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Each order takes an eighth of the time of a turn, and `ARRIVALS_AT_ONCE` lie between two looks at the clock. */
function slowArrivals() {
  let nowMs = 0;
  const arrivals = new Arrivals(() => nowMs);
  const taken: number[] = [];
  const add = (order: number): void =>
    arrivals.add(() => {
      nowMs += ARRIVALS_TURN_MS / 8;
      taken.push(order);
    });
  return { arrivals, taken, add };
}

describe('orders that arrive', () => {
  it('alone are looked at as they come', async () => {
    const { arrivals, taken, add } = slowArrivals();
    for (const order of numbers(3)) {
      add(order);
      expect(taken).toEqual(numbers(order + 1));
      await aTurn();
    }
    expect(arrivals.waiting).toBe(0);
  });

  it('together are looked at in order, some as they come and a slice in each turn of the event loop', async () => {
    const { arrivals, taken, add } = slowArrivals();
    const orders = numbers(3 * ARRIVALS_AT_ONCE);
    for (const order of orders) add(order);
    expect(taken).toEqual(numbers(8));
    expect(arrivals.waiting).toBe(orders.length - 8);
    await aTurn();
    expect(taken).toEqual(numbers(8 + ARRIVALS_AT_ONCE));
    add(orders.length);
    await aTurn();
    expect(taken).toEqual(numbers(8 + 2 * ARRIVALS_AT_ONCE));
    await aTurn();
    expect(taken).toEqual(numbers(orders.length + 1));
    expect(arrivals.waiting).toBe(0);
  });

  it('are as many as there is time for', async () => {
    const arrivals = new Arrivals(() => 0);
    const taken: number[] = [];
    for (const order of numbers(5_000)) arrivals.add(() => taken.push(order));
    await aTurn();
    expect(taken).toEqual(numbers(5_000));
  });

  it('never wait without bound', () => {
    const { arrivals, taken, add } = slowArrivals();
    for (const order of numbers(MAX_ARRIVALS + 11)) add(order);
    expect(arrivals.waiting).toBe(MAX_ARRIVALS);
    expect(taken).toEqual(numbers(11));
  });

  it('are all looked at in the end', () => {
    const { arrivals, taken, add } = slowArrivals();
    for (const order of numbers(1_000)) add(order);
    arrivals.finish();
    expect(taken).toEqual(numbers(1_000));
  });
});
