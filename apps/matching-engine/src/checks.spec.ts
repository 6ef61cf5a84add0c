import { describe, expect, it } from '@jest/globals';
import { verify } from '@bellwether/signature';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../test/incoming';
import { Checks } from './checks';
import type { ChecksParts } from './checks';
import { isOrderLane } from './intake';
import { InlineSignatureChecks } from './signature-checks';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const orders = (count: number) =>
  many(count, (index) => incoming('order', signedOrder(alice, { marketId, nonce: index + 1 })));
const cancels = (count: number) =>
  many(count, (index) => incoming('cancel', signedCancel(bob, marketId, index + 1)));

const newChecks = (parts: Partial<ChecksParts> = {}) =>
  new Checks(
    {},
    {
      exchange: { network: 'test' },
      signatures: new InlineSignatureChecks(verify),
      clock: Date.now,
      turnAway: (_incoming, code) => {
        throw new Error(code);
      },
      ordersDue: () => Infinity,
      longestLine: () => Infinity,
      onLeftLine: () => {},
      onWaiting: () => {},
      onChecked: () => {},
      ...parts,
    },
  );

/** As long as an append is under way, everything is checked that has room. */
function nextBatch(checks: Checks) {
  while (checks.turn());
  const batch = checks.nextBatch();
  return { orders: batch.filter(isOrderLane).length, all: batch.length };
}

describe('the checks', () => {
  it('let no flood of cancels keep orders out', () => {
    const checks = newChecks();
    for (const one of cancels(1_000)) expect(checks.take(one)).toBe(true);
    for (const one of orders(64)) expect(checks.take(one)).toBe(true);
    const batches = [];
    for (let i = 0; i < 4; i++) {
      batches.push(nextBatch(checks));
      for (const one of cancels(128)) checks.take(one);
    }
    expect(batches).toEqual([
      { orders: 32, all: 128 },
      { orders: 32, all: 128 },
      { orders: 0, all: 128 },
      { orders: 0, all: 128 },
    ]);
  });

  it('let no flood of orders keep cancels out', () => {
    const checks = newChecks();
    for (const one of orders(600)) expect(checks.take(one)).toBe(true);
    while (checks.turn());
    for (const one of cancels(40)) expect(checks.take(one)).toBe(true);
    expect(nextBatch(checks)).toEqual({ orders: 32, all: 72 });
    expect(nextBatch(checks)).toEqual({ orders: 128, all: 128 });
  });

  it('have no turn to ask for where there is no room', () => {
    const checks = newChecks();
    for (const one of orders(600)) checks.take(one);
    while (checks.turn());
    expect([checks.turn(), checks.waitingChecked, checks.waitingOrders]).toEqual([false, 256, 344]);
    checks.nextBatch();
    checks.turn();
    expect(checks.waitingChecked).toBeGreaterThan(128);
    expect(checks.isEmpty).toBe(false);
  });

  it('let as many orders leave their line as are due, and cancels past them', () => {
    let due = 5;
    const checks = newChecks({ ordersDue: () => due, onLeftLine: (count) => (due -= count) });
    for (const one of [...orders(600), ...cancels(20)]) checks.take(one);
    expect(nextBatch(checks)).toEqual({ orders: 5, all: 25 });
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 0 });
    due = 7;
    expect(nextBatch(checks)).toEqual({ orders: 7, all: 7 });
  });

  it('turn away of a line that is too long those that waited longest, and let a cancel-all behind them go on', () => {
    let [longest, due] = [Infinity, 0];
    const shed: unknown[] = [];
    const checks = newChecks({
      ordersDue: () => due,
      longestLine: () => longest,
      onLeftLine: (count) => (due -= count),
      turnAway: ({ command }, code) => {
        due++;
        shed.push(code, command);
      },
    });
    const flood = orders(600);
    for (const one of flood.slice(0, 300)) checks.take(one);
    checks.take(incoming('cancel', signedCancelAll(alice, 1)));
    for (const one of flood.slice(300)) checks.take(one);
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 0 });
    longest = 100;
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 1 });
    const shedNow = flood.slice(0, 511).flatMap(({ command }) => ['OVERLOADED', command]);
    expect(shed).toEqual(shedNow);
    expect([checks.waitingOrders, due]).toEqual([89, 0]);
  });

  it('shed no more than they have room for of what waits behind it', () => {
    const checks = newChecks({ ordersDue: () => 0, longestLine: () => 10, turnAway: () => {} });
    checks.take(orders(1)[0]!);
    const many = Array.from({ length: 600 }, (_, nonce) => signedCancelAll(alice, nonce + 1));
    for (const one of many) checks.take(incoming('cancel', one));
    while (checks.turn());
    expect([checks.waitingChecked, checks.waitingOrders]).toEqual([256, 344]);
    expect(checks.nextBatch()).toHaveLength(128);
  });
});
