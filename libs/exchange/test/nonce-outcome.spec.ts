/** What a nonce came to, as the exchange says it later to who lost the answer. */
import { expect, it } from 'vitest';
import type { Command } from '../src/command';
import { Exchange } from '../src/exchange';
import { Scenario } from './rules/scenario';

it('an order nonce came to an order as it is now, a redemption, a refusal, or nothing', () => {
  const exchange = new Exchange({ network: 'test' });
  const scenario = new Scenario(() => exchange);
  const user = scenario.user('ann');
  const of = (nonce: number) => exchange.nonceOutcome(user, nonce);
  let nonce = 0;
  const apply = (command: Partial<Command>) =>
    scenario.apply('order', {
      user,
      marketId: scenario.marketId(),
      builder: null,
      signature: new Uint8Array(64),
      ...command,
      nonce: (nonce = exchange.nonces(user).order + 1),
    } as Command).answer.reply;
  scenario.event();
  expect(of(1)).toBeNull();
  scenario.giveContracts('ann', 10);

  const redeemed = apply({ kind: 'redeem', size: 4 });
  expect(of(nonce)).toEqual({
    kind: 'redeemed',
    redemption: {
      marketId: scenario.marketId(),
      size: 4,
      paidMicroUsdc: 4_000_000,
      seq: redeemed.seq,
      timestampMs: redeemed.timestampMs,
    },
  });

  const { order } = scenario.order('ann', 'buy yes 10 @ 3000', { nonce: nonce + 1 });
  const placed = nonce + 1;
  apply({ kind: 'amend', orderId: order.orderId, price: 2_000, size: 8 });
  for (const at of [placed, nonce]) {
    expect(of(at)).toMatchObject({
      kind: 'order',
      order: { orderId: order.orderId, price: 2_000 },
    });
  }

  const refused = apply({ kind: 'amend', orderId: order.orderId + 1, price: 2_000, size: 8 });
  expect(of(nonce)).toEqual({
    kind: 'refused',
    refused: {
      refusal: expect.objectContaining({ code: 'ORDER_NOT_FOUND' }),
      seq: refused.seq,
      timestampMs: refused.timestampMs,
    },
  });
  const killed = scenario.tryOrder('ann', 'buy yes 10 @ 3000 fok', { nonce: nonce + 1 });
  expect(of(nonce + 1)).toMatchObject({
    kind: 'refused',
    refused: { refusal: { code: scenario.outcomeOf(killed) } },
  });
  expect(exchange.nonceOutcome(scenario.user('nobody'), 1)).toBeNull();
});
