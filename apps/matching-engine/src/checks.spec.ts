import { describe, expect, it } from 'vitest';
import { verify } from '@bellwether/signature';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../test/incoming';
import { Checks } from './checks';
import type { ChecksParts } from './checks';
import { isOrderLane } from './intake';
import type { OrderPace } from './order-pace';
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
      exchange: { network: 'test', refusalOfStranger: () => null },
      signatures: new InlineSignatureChecks(verify),
      clock: Date.now,
      turnAway: (_incoming, code) => {
        throw new Error(code);
      },
      pace: paceOf({}),
      onWaiting: () => {},
      onChecked: () => {},
      ...parts,
    },
  );

const paceOf = (given: Partial<Pick<OrderPace, 'ordersDue' | 'longestLine'>>) => {
  const pace = { ordersDue: Infinity, longestLine: Infinity, ...given };
  return Object.assign(pace, {
    leftLine: (orders: number) => void (pace.ordersDue -= orders),
    failedCheck: () => {},
    turnedAway: () => {},
  });
};

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
    const pace = paceOf({ ordersDue: 5 });
    const checks = newChecks({ pace });
    for (const one of [...orders(600), ...cancels(20)]) checks.take(one);
    expect(nextBatch(checks)).toEqual({ orders: 5, all: 25 });
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 0 });
    pace.ordersDue = 7;
    expect(nextBatch(checks)).toEqual({ orders: 7, all: 7 });
  });

  it('ask for a turn when the next orders may be due', async () => {
    let onWaiting = () => {};
    const checks = newChecks({ pace: paceOf({ ordersDue: 0 }), onWaiting: () => onWaiting() });
    for (const one of orders(3)) checks.take(one);
    const asked = new Promise<void>((resolve) => {
      onWaiting = resolve;
    });
    expect(checks.turn()).toBe(false);
    await asked;
  });

  it('shed of a line that is too long those that waited longest, and let a cancel-all behind them go on', () => {
    const shed: unknown[] = [];
    const pace = paceOf({ ordersDue: 0 });
    const checks = newChecks({ pace, turnAway: ({ command }) => shed.push(command) });
    const flood = orders(600);
    for (const one of flood.slice(0, 300)) checks.take(one);
    checks.take(incoming('cancel', signedCancelAll(alice, 1)));
    for (const one of flood.slice(300)) checks.take(one);
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 0 });
    pace.longestLine = 100;
    expect(nextBatch(checks)).toEqual({ orders: 0, all: 1 });
    expect(shed).toEqual(flood.slice(0, 500).map(({ command }) => command));
    expect(checks.waitingOrders).toBe(100);
  });

  it('shed no order for the cancel-alls that wait behind one, and take of those what there is room for', () => {
    const pace = paceOf({ ordersDue: 1, longestLine: 10 });
    const checks = newChecks({ pace });
    checks.take(orders(1)[0]!);
    for (let nonce = 1; nonce <= 600; nonce++)
      checks.take(incoming('cancel', signedCancelAll(alice, nonce)));
    while (checks.turn());
    expect([checks.waitingChecked, checks.waitingOrders]).toEqual([257, 0]);
    expect(checks.nextBatch()).toHaveLength(128);
    while (checks.turn());
    expect(checks.waitingChecked).toBe(256);
  });
});
