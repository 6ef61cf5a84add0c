/** Whose word counts, the engine's or history's, and what is said where history is behind. */
import { describe, expect, it } from '@jest/globals';
import { ordersQuery } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { NonceOutcome, StoredOrder } from '@bellwether/persistence';
import { UserOrders } from '../src/account/user-orders';
import type { UserOrdersParts } from '../src/account/user-orders';

const USER = new Uint8Array(32).fill(1);
const order: StoredOrder = {
  orderId: 7,
  user: USER,
  marketId: new Uint8Array(32),
  outcome: 'yes',
  side: 'buy',
  price: 5000,
  size: 1,
  filled: 1,
  orderType: 'gtc',
  feeBps: 0,
  builder: null,
  nonce: 3,
  status: 'filled',
  cancelReason: null,
  seq: 20,
  createdMs: 0,
  updatedMs: 0,
};
const stored: NonceOutcome = { kind: 'order', order };

const mustNotBeCalled = (): never => {
  throw new Error('must not be called');
};

interface World {
  readonly engine?: Record<string, unknown>;
  readonly byNonce?: NonceOutcome | null;
  readonly byId?: StoredOrder | null;
  readonly historySeq?: number;
}

function ordersIn({ engine = {}, byNonce, byId, historySeq }: World): UserOrders {
  const query = async (what: string) => {
    if (!(what in engine)) mustNotBeCalled();
    return { seq: 30, timestampMs: 0, view: engine[what] };
  };
  const history: UserOrdersParts['history'] = {
    byNonce: async () => (byNonce === undefined ? mustNotBeCalled() : byNonce),
    byId: async () => (byId === undefined ? mustNotBeCalled() : byId),
    ofUser: async () => ({ items: [order], hasMore: true }),
  };
  return new UserOrders({
    // Only the questions of `engine` are asked.
    engine: { query } as unknown as Pick<EngineClient, 'query'>,
    history,
    progress: { seq: async () => historySeq ?? mustNotBeCalled() },
  });
}

const nonces = (last: number) => ({
  nonces: { order: last, cancel_all: 0, withdraw: 0, recover: 0 },
});

describe('an order by id', () => {
  it('is the engine’s while it remembers it', async () => {
    await expect(ordersIn({ engine: { order } }).byId(USER, 7)).resolves.toBe(order);
  });
  it('is history’s after that', async () => {
    await expect(ordersIn({ engine: { order: null }, byId: order }).byId(USER, 7)).resolves.toBe(
      order,
    );
  });
  it('is not found where neither knows it', async () => {
    const found = ordersIn({ engine: { order: null }, byId: null }).byId(USER, 7);
    await expect(found).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
      details: { order_id: 7 },
    });
  });
});

describe('an order by nonce', () => {
  it('is what history has under it', async () => {
    await expect(ordersIn({ engine: nonces(3), byNonce: stored }).byNonce(USER, 3)).resolves.toBe(
      stored,
    );
  });
  it('never was, above the last nonce used', async () => {
    const asked = ordersIn({ engine: nonces(2), byNonce: null }).byNonce(USER, 3);
    await expect(asked).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
      details: { nonce: 3, last_nonce: 2 },
    });
  });
  it('never was, where history has all that the engine had done', async () => {
    const asked = ordersIn({ engine: nonces(5), byNonce: null, historySeq: 30 }).byNonce(USER, 3);
    await expect(asked).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
  it('cannot be told where history is behind', async () => {
    const asked = ordersIn({ engine: nonces(5), byNonce: null, historySeq: 29 }).byNonce(USER, 3);
    await expect(asked).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
      details: { seq: 30, history_seq: 29 },
    });
  });
});

describe('a list of orders', () => {
  it('is live where open ones are asked for', async () => {
    const orders = ordersIn({ engine: { orders: { orders: [order], next: null } } });
    const query = ordersQuery.parse({ status: 'open' });
    expect(await orders.list(USER, query)).toEqual({ orders: [order], lastKey: null });
  });
  it('is history’s otherwise, with the key of its last', async () => {
    expect(await ordersIn({}).list(USER, ordersQuery.parse({}))).toEqual({
      orders: [order],
      lastKey: 20,
    });
  });
});
