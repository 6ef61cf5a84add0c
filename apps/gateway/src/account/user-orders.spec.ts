/** Whether the engine or history decides, and what is answered while history is behind. */
import { describe, expect, it } from 'vitest';
import { ordersQuery } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { NonceOutcome, StoredOrder } from '@bellwether/persistence';
import { UserOrders } from './user-orders';
import type { UserOrdersParts } from './user-orders';
import type { FoundMarket } from '../catalogue/catalogue';

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
  /** What history has under each nonce, one entry per read. The last entry is used for all later reads. */
  readonly byNonce?: Readonly<Record<number, readonly (NonceOutcome | null)[]>>;
  readonly byId?: StoredOrder | null;
  /** What history lists. More pages follow if there is anything. */
  readonly past?: readonly StoredOrder[];
  readonly isMarketKnown?: boolean;
}

function ordersIn(world: World): UserOrders {
  const { engine = {}, byNonce = {}, byId, past = [order], isMarketKnown = true } = world;
  const readings = new Map(
    Object.entries(byNonce).map(([nonce, all]) => [Number(nonce), [...all]]),
  );
  const query = async (what: string) => {
    if (!(what in engine)) mustNotBeCalled();
    return { seq: 30, timestampMs: 0, view: engine[what] };
  };
  const history: UserOrdersParts['history'] = {
    byNonce: async (_user, nonce) => {
      const left = readings.get(nonce) ?? mustNotBeCalled();
      return (left.length > 1 ? left.shift() : left[0]) ?? null;
    },
    byId: async () => (byId === undefined ? mustNotBeCalled() : byId),
    ofUser: async () => ({ items: past, hasMore: past.length > 0 }),
  };
  return new UserOrders({
    // Only the queries of `engine` are sent.
    engine: { query } as unknown as Pick<EngineClient, 'query'>,
    history,
    catalogue: {
      market: async () => {
        if (!isMarketKnown) throw new CodedError('MARKET_NOT_FOUND');
        return {} as FoundMarket;
      },
    },
  });
}

const nonces = (last: number, remembered: NonceOutcome | null = null) => ({
  nonces: { order: last, cancel_all: 0, withdraw: 0, recover: 0 },
  nonce_outcome: remembered,
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
    const asked = ordersIn({ engine: nonces(3), byNonce: { 3: [stored] } }).byNonce(USER, 3);
    await expect(asked).resolves.toEqual({ ...stored, clientId: null });
  });
  it('is what the engine remembers, where history does not have it yet', async () => {
    const asked = ordersIn({ engine: nonces(3, stored), byNonce: { 3: [null] } }).byNonce(USER, 3);
    await expect(asked).resolves.toEqual({ ...stored, clientId: null });
  });
  it('has the sender that the engine remembers, also where it is of history', async () => {
    const clientId = new Uint8Array(16).fill(9);
    const engine = nonces(3, { ...stored, clientId } as NonceOutcome);
    const asked = ordersIn({ engine, byNonce: { 3: [stored] } }).byNonce(USER, 3);
    await expect(asked).resolves.toEqual({ ...stored, clientId });
  });
  it('never was, above the last nonce used', async () => {
    const asked = ordersIn({ engine: nonces(2), byNonce: { 3: [null] } }).byNonce(USER, 3);
    await expect(asked).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
      details: { nonce: 3, last_nonce: 2 },
    });
  });
  it('never was, where history has the last nonce used', async () => {
    const byNonce = { 3: [null], 5: [stored] };
    const asked = ordersIn({ engine: nonces(5), byNonce }).byNonce(USER, 3);
    await expect(asked).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
  it('is read again, where history may have taken it in with the last nonce used', async () => {
    const byNonce = { 3: [null, stored], 5: [stored] };
    const asked = ordersIn({ engine: nonces(5), byNonce }).byNonce(USER, 3);
    await expect(asked).resolves.toEqual({ ...stored, clientId: null });
  });
  it.each([3, 5])('%i cannot be told where history lacks the last nonce used, 5', async (nonce) => {
    const byNonce = { 3: [null], 5: [null] };
    const asked = ordersIn({ engine: nonces(5), byNonce }).byNonce(USER, nonce);
    await expect(asked).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
      details: { nonce, last_nonce: 5 },
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

  const ofMarket = (status?: string) =>
    ordersQuery.parse({ market_id: 'ab'.repeat(32), ...(status && { status }) });
  it.each(['open', undefined])(
    'that is empty (%s) tells a market without orders from none at all',
    async (status) => {
      const none = { orders: { orders: [], next: null } };
      const known = ordersIn({ engine: none, past: [] });
      expect(await known.list(USER, ofMarket(status))).toEqual({ orders: [], lastKey: null });
      const unknown = ordersIn({ engine: none, past: [], isMarketKnown: false });
      await expect(unknown.list(USER, ofMarket(status))).rejects.toMatchObject({
        code: 'MARKET_NOT_FOUND',
      });
    },
  );
});
