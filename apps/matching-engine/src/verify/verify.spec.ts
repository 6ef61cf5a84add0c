import { describe, expect, it } from 'vitest';
import { verify } from '@bellwether/signature';
import { incoming, signedCancel, signedCancelAll, signedOrder, testUser } from '../../test/incoming';
import { Checks } from './verify';
import type { ChecksParts } from './verify';
import { isOrderLane } from '../ingress/ingress';
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

  it('take of the cancel-alls that wait behind an order what there is room for', () => {
    const checks = newChecks();
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
