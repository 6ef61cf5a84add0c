/** Callers' byte arrays are theirs again after a command: what a later one names an account by is the engine's own. */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/exchange';
import { Scenario } from './rules/scenario';

describe('the key of a user', () => {
  it('is as it was when the caller writes something else into the array that it gave', () => {
    const exchange = new Exchange({ network: 'test' });
    const scenario = new Scenario(() => exchange);
    scenario.event();
    for (const name of ['ann', 'bob']) scenario.credit(name, 1_000_000_000);
    const given = scenario.user('ann');
    const { orderId } = scenario.order('ann', 'buy yes 10 @ 4000').order;
    scenario.apply('cancel', {
      kind: 'cancel_after',
      user: given,
      seconds: 5,
      nonce: 1,
      signature: new Uint8Array(64),
    });
    expect(exchange.balance(given).locked).toBeGreaterThan(0);
    given.fill(7);
    expect(exchange.balance(given).locked).toBe(0);
    scenario.wait(5);
    const { events } = scenario.tick();
    expect(events).toMatchObject([
      { kind: 'order_cancelled', orderId, user: scenario.user('ann'), reason: 'cancel_after' },
    ]);
  });
});
