/** Cancels: docs/protocol/matching.md, section 7. */
import { describe, expect, it } from 'vitest';
import { SUBJECTS, Scenario } from './scenario';

const SIGNATURE = new Uint8Array(64);

describe.each(SUBJECTS)('cancels of $name', ({ create }) => {
  function open() {
    const scenario = new Scenario(create);
    scenario.event({ labels: ['a', 'b'] });
    for (const name of ['ann', 'bob']) scenario.credit(name, 1_000_000_000);
    const cancel = (name: string, orderId: number, label = 'a') =>
      scenario.apply('cancel', {
        kind: 'cancel',
        user: scenario.user(name),
        marketId: scenario.marketId(label),
        orderId,
        signature: SIGNATURE,
      });
    const cancelAll = (name: string, nonce: number, marketId: Uint8Array | null) =>
      scenario.apply('cancel', {
        kind: 'cancel_all',
        user: scenario.user(name),
        marketId,
        nonce,
        signature: SIGNATURE,
      });
    return { scenario, cancel, cancelAll };
  }

  it('releases what is left of the lock and says what was filled', () => {
    const { scenario, cancel } = open();
    const { orderId } = scenario.order('ann', 'buy yes 10 @ 4000').order;
    scenario.order('bob', 'buy no 3 @ 6000');
    const { answer, events } = cancel('ann', orderId);
    expect(answer.reply.body).toEqual({
      kind: 'cancel',
      orderId,
      marketId: scenario.marketId(),
      cancelledSize: 7,
      filledSize: 3,
      releasedMicroUsdc: 7 * 400_000,
    });
    expect(events).toMatchObject([{ kind: 'order_cancelled', orderId, reason: 'user' }]);
    expect(scenario.balance('ann').locked).toBe(0);
  });

  it('releases contracts, not money, of a sell', () => {
    const { scenario, cancel } = open();
    scenario.giveContracts('ann', 10);
    const { orderId } = scenario.order('ann', 'sell yes 10 @ 9000').order;
    expect(scenario.position('ann').yesLocked).toBe(10);
    expect(cancel('ann', orderId).answer.reply.body).toMatchObject({ releasedMicroUsdc: 0 });
    expect(scenario.position('ann')).toMatchObject({ yes: 10, yesLocked: 0 });
  });

  it('does not find unknown orders, those of others, or of another market; ended ones it shows', () => {
    const { scenario, cancel } = open();
    const { orderId } = scenario.order('ann', 'buy yes 10 @ 4000').order;
    expect(scenario.outcomeOf(cancel('bob', orderId))).toBe('ORDER_NOT_FOUND');
    expect(scenario.outcomeOf(cancel('ann', orderId, 'b'))).toBe('ORDER_NOT_FOUND');
    expect(scenario.outcomeOf(cancel('ann', Number.MAX_SAFE_INTEGER))).toBe('ORDER_NOT_FOUND');
    cancel('ann', orderId);
    const again = cancel('ann', orderId);
    expect(again.answer.reply.body).toMatchObject({
      kind: 'refused',
      code: 'ORDER_NOT_OPEN',
      order: { orderId, status: 'cancelled', cancelReason: 'user', filled: 0, size: 10 },
    });
    expect(again.events).toEqual([]);
  });

  it('cancel-all takes the oldest first, within its scope, and answers a repeat', () => {
    const { scenario, cancelAll } = open();
    const marketB = scenario.marketId('b');
    const ids = [
      scenario.order('ann', 'buy yes 1 @ 4000').order.orderId,
      scenario.order('ann', 'buy no 2 @ 3000', { marketId: marketB }).order.orderId,
      scenario.order('ann', 'buy yes 3 @ 4500').order.orderId,
    ];
    expect(cancelAll('ann', 1, marketB).answer.reply.body).toMatchObject({
      cancelled: [ids[1]],
      releasedMicroUsdc: 600_000,
    });
    const all = cancelAll('ann', 2, null);
    expect(all.answer.reply.body).toMatchObject({
      cancelled: [ids[0], ids[2]],
      releasedMicroUsdc: 400_000 + 3 * 450_000,
    });
    expect(all.events.map(({ kind }) => kind)).toEqual([
      'order_cancelled',
      'order_cancelled',
      'cancel_all',
    ]);
    expect(cancelAll('ann', 3, null).answer.reply.body).toMatchObject({ cancelled: [] });

    const { order } = scenario.order('ann', 'buy yes 1 @ 4000');
    expect(cancelAll('ann', 2, null)).toEqual({
      answer: { replayed: true, reply: all.answer.reply },
      events: [],
    });
    expect(scenario.subject.openOrders(scenario.user('ann'), { limit: 5 })).toEqual([order]);
    expect(scenario.outcomeOf(cancelAll('ann', 2, marketB))).toBe('NONCE_REUSED');
  });

  it('works in cancel_only, not when halted; a halted cancel-all leaves its nonce unused', () => {
    const { scenario, cancel, cancelAll } = open();
    const { orderId } = scenario.order('ann', 'buy yes 1 @ 4000').order;
    scenario.order('ann', 'buy yes 1 @ 4000');
    scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
    expect(scenario.outcomeOf(cancel('ann', orderId))).toBe('HALTED');
    expect(scenario.outcomeOf(cancelAll('ann', 1, null))).toBe('HALTED');
    scenario.apply('admin', { kind: 'set_mode', mode: 'cancel_only' });
    expect(scenario.outcomeOf(cancel('ann', orderId))).toBe('cancel');
    expect(scenario.outcomeOf(cancelAll('ann', 1, null))).toBe('cancel_all');
  });
});
