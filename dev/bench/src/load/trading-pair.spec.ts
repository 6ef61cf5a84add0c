import { describe, expect, it } from 'vitest';
import { Exchange, SETTLEMENT_TYPES } from '@bellwether/exchange';
import type { Command, Lane } from '@bellwether/exchange';
import { requireAsMeant } from './placed-order';
import { CYCLE_ORDERS, TradingPair } from './trading-pair';

const SIGNATURE = new Uint8Array(64);
const USERS = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;
const MONEY = 1_000_000_000_000;

/** An exchange with one market and two users, and a function that gives it commands. */
function exchangeWithPair() {
  const exchange = new Exchange({ network: 'test' });
  const apply = (lane: Lane, command: Command) =>
    exchange.apply({ seq: exchange.lastSeq + 1, timestampMs: 1_000, lane, command }).answer.reply;
  const created = apply('admin', {
    kind: 'create_event',
    eventId: 'pair',
    question: 'Does the pair work?',
    description: '',
    category: { name: 'tests', sub: 'bench' },
    expiry: 4_000_000_000,
    mutuallyExclusive: false,
    feeBps: null,
    opensAt: null,
    labels: ['Yes'],
  });
  const marketId =
    created.body.kind === 'event_created' ? created.body.markets[0]?.marketId : undefined;
  if (marketId === undefined) throw new Error('no market');
  for (const [index, user] of USERS.entries()) {
    apply('admin', { kind: 'test_credit', user, amount: MONEY, reference: `${index}` });
  }
  return { exchange, apply, marketId };
}

describe('a trading pair', () => {
  it('gives orders that become what it says, of every type, with every settlement', () => {
    const { apply, marketId } = exchangeWithPair();
    const settlements = new Set<string>();
    const types = new Set<string>();
    for (const order of new TradingPair(marketId, USERS).next(20 * CYCLE_ORDERS)) {
      const { terms } = order;
      const command = { ...terms, feeBps: 0, builder: null, signature: SIGNATURE } as const;
      const { seq, body } = apply('order', { kind: 'order', ...command });
      if (body.kind !== 'order') throw new Error(JSON.stringify(body));
      const { orderId, status, filled } = body.order;
      requireAsMeant(order, { seq, orderId, status, filled, fills: body.fills.length });
      types.add(terms.orderType);
      for (const { settlementType } of body.fills) settlements.add(settlementType);
    }
    expect([...settlements].toSorted()).toEqual([...SETTLEMENT_TYPES].toSorted());
    expect([...types].toSorted()).toEqual(['fok', 'gtc', 'ioc', 'post_only']);
  });

  it('ends a cycle with no contracts and no open orders, and only fees are lost', () => {
    const { exchange, apply, marketId } = exchangeWithPair();
    for (const { terms } of new TradingPair(marketId, USERS).next(3 * CYCLE_ORDERS)) {
      const command = { ...terms, feeBps: 0, builder: null, signature: SIGNATURE } as const;
      apply('order', { kind: 'order', ...command });
    }
    for (const user of USERS) {
      const none = { yes: 0, no: 0, yesLocked: 0, noLocked: 0 };
      expect(exchange.position(user, marketId)).toEqual(none);
      expect(exchange.balance(user).locked).toBe(0);
    }
    const { protocolFees, userAvailable } = exchange.solvency();
    expect(userAvailable + protocolFees).toBe(USERS.length * MONEY);
  });

  it('goes on where it was, with nonces that rise by one', () => {
    const pair = new TradingPair(new Uint8Array(32), USERS);
    const parts = [...pair.next(3), ...pair.next(CYCLE_ORDERS - 3)];
    expect(parts).toEqual(new TradingPair(new Uint8Array(32), USERS).next(CYCLE_ORDERS));
    const nonces = parts.filter(({ terms }) => terms.user === USERS[0]);
    expect(nonces.map(({ terms }) => terms.nonce)).toEqual([1, 2, 3, 4]);
  });
});
