import { describe, expect, it, jest } from '@jest/globals';
import type { RequestLane } from '@bellwether/bus';
import { LANES_OF } from '@bellwether/exchange';
import type { Command, CommandKind, CommandOf, Lane } from '@bellwether/exchange';
import { verify } from '@bellwether/signature';
import { signedCancel, signedCancelAll, signedOrder, testUser } from '../test/incoming';
import { checkCommand } from './command-check';

const alice = testUser(1);
const { user } = alice;
const marketId = new Uint8Array(32).fill(1);
const nowMs = 1_700_000_000_000;
const deadlineMs = nowMs;

const category = { name: 'sport', sub: 'tennis' };
const VALID: { [K in CommandKind]: CommandOf<K> } = {
  order: signedOrder(alice, { marketId, nonce: 1 }),
  cancel: signedCancel(alice, marketId, 5),
  cancel_all: signedCancelAll(alice, 1, marketId),
  register_delegate: { kind: 'register_delegate', user, builderId: 'b' },
  create_event: {
    kind: 'create_event',
    eventId: 'e',
    question: 'Will it?',
    description: '',
    category,
    expiry: 1_800_000_000,
    mutuallyExclusive: 0,
    feeBps: null,
    opensAt: null,
    labels: ['yes'],
  },
  set_market_status: { kind: 'set_market_status', marketId, action: 'pause' },
  resolve_market: { kind: 'resolve_market', marketId, resolution: 'yes', price: null },
  resolve_event: { kind: 'resolve_event', eventId: 'e', winner: null },
  set_mode: { kind: 'set_mode', mode: 'open' },
  set_fees: { kind: 'set_fees', categories: [] },
  test_credit: { kind: 'test_credit', user, amount: 1, reference: 'r' },
  set_open_order_limit: { kind: 'set_open_order_limit', user, maxOpenOrders: 10 },
  tick: { kind: 'tick' },
};
const KINDS = Object.keys(VALID) as CommandKind[];
const REQUEST_LANES: RequestLane[] = ['order', 'cancel', 'builder', 'admin', 'funding'];

const check = (lane: RequestLane, command: Command, at = nowMs) =>
  checkCommand({ lane, command, deadlineMs }, at, verify);

describe('a command at the door', () => {
  it.each(KINDS)('%s is allowed on its own lanes only', (kind) => {
    for (const lane of REQUEST_LANES) {
      const error = check(lane, VALID[kind]);
      const allowed: readonly Lane[] = LANES_OF[kind];
      const expected = allowed.includes(lane) ? undefined : 'VALIDATION_FAILED';
      // An order on the builder lane needs a builder, on the order lane none: another rule than this one's.
      if (kind === 'order' && lane === 'builder') continue;
      expect([lane, error?.code]).toEqual([lane, expected]);
    }
  });

  it('is late after its deadline, whatever else is wrong with it', () => {
    expect(check('order', VALID.tick, deadlineMs + 1)?.code).toBe('DEADLINE_EXCEEDED');
    expect(check('order', VALID.order, deadlineMs)).toBeNull();
  });

  it('with a field out of range names it, before any signature is verified', () => {
    const expensive = jest.fn(verify);
    const command = { ...VALID.order, price: 0 };
    const error = checkCommand({ lane: 'order', command, deadlineMs }, nowMs, expensive);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { field: 'price' } });
    expect(expensive).not.toHaveBeenCalled();
  });

  const other = testUser(2);
  const forged: [string, RequestLane, Command][] = [
    ['an order with another price', 'order', { ...VALID.order, price: 5_001 }],
    ['an order with another nonce', 'order', { ...VALID.order, nonce: 2 }],
    ['an order of another user', 'order', { ...VALID.order, user: other.user }],
    ['an order for another market', 'order', { ...VALID.order, marketId: new Uint8Array(32) }],
    ['a cancel of another order', 'cancel', { ...VALID.cancel, orderId: 6 }],
    [
      'a cancel-all of all markets, signed for one',
      'cancel',
      { ...VALID.cancel_all, marketId: null },
    ],
    [
      'a cancel with the signature of an order',
      'cancel',
      { ...VALID.cancel, signature: VALID.order.signature },
    ],
  ];
  it.each(forged)('%s has no valid signature', (_name, lane, command) => {
    expect(check(lane, command)?.code).toBe('SIGNATURE_INVALID');
  });
});
