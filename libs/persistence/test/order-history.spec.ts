import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORDER_STATUSES } from '@bellwether/exchange';
import type { Detail, OrderStatus } from '@bellwether/exchange';
import { OrderHistory } from '../src/history/order-history';
import type { OrderFilter, StoredOrder } from '../src/history/order-history';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const ORDERS = 60;
const USER = key32(1);

/** Order n is placed by command n; statuses and markets take turns. */
const statusOf = (orderId: number): OrderStatus => ORDER_STATUSES[orderId % 4]!;
const marketOf = (orderId: number) => 100 + (orderId % 3);
const DETAILS: Detail[] = [
  { kind: 'number', name: 'required', value: 900 },
  { kind: 'text', name: 'fate', value: 'never \u0000 used' },
];

const REDEEMED = { marketId: key32(100), size: 4, paidMicroUsdc: 4_000_000 };

let server: TestServer;
let history: OrderHistory;
let amendedMs: number;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = await server.database();
  history = new OrderHistory(database);
  const script = new EventScript();
  for (let orderId = 1; orderId <= ORDERS; orderId++) {
    const status = statusOf(orderId);
    const cancelReason = status === 'cancelled' ? 'ioc_remainder' : null;
    const fields = { status, cancelReason, nonce: orderId * 10, builder: key16(3) } as const;
    script.next(1).order({ orderId, marketId: key32(marketOf(orderId)), ...fields });
  }
  script.next().order({ orderId: 1_000, user: key32(2), nonce: 10 });
  const refusal = { code: 'INSUFFICIENT_BALANCE', details: DETAILS, order: null } as const;
  for (const nonceKind of ['order', 'cancel_all'] as const)
    script.next(5).add({
      kind: 'refused',
      user: USER,
      nonceKind,
      nonce: nonceKind === 'order' ? 15 : 16,
      builder: key16(3),
      refusal: { ...refusal, details: DETAILS },
    });
  const [third] = script.events.flatMap(({ event }) =>
    event.kind === 'order_accepted' && event.order.orderId === 3 ? [event.order] : [],
  );
  script.next(2).add({ kind: 'order_amended', order: third!, keptPlace: true, nonce: 35 });
  amendedMs = script.events.at(-1)!.timestampMs;
  const { size: quantity, marketId } = REDEEMED;
  script.next();
  for (const [tradeId, outcome] of [
    [1, 'yes'],
    [2, 'no'],
  ] as const)
    script.tradeAlone({ tradeId, outcome, quantity, maker: key32(2), taker: USER }, { marketId });
  script.next(3).add({ ...REDEEMED, kind: 'redeemed', user: USER, nonce: 45, builder: null });
  await new Projection(database, 0).apply(script.batches());
});
afterAll(() => server.stop());

describe('one order', () => {
  it('has all its fields', async () => {
    const expected: StoredOrder = {
      orderId: 3,
      user: USER,
      marketId: key32(100),
      outcome: 'yes',
      side: 'buy',
      price: 5_000,
      size: 10,
      filled: 0,
      orderType: 'gtc',
      feeBps: 0,
      builder: key16(3),
      nonce: 30,
      status: 'cancelled',
      cancelReason: 'ioc_remainder',
      seq: 3,
      createdMs: START_MS + 3,
      updatedMs: amendedMs,
    };
    expect(await history.byId(USER, 3)).toEqual(expected);
    expect(await history.byNonce(USER, 30)).toEqual({ kind: 'order', order: expected });
  });

  it("is not shown to another user's key", async () => {
    expect(await history.byId(key32(2), 3)).toBeNull();
    expect(await history.byNonce(key32(2), 30)).toBeNull();
    expect(await history.byNonce(key32(2), 10)).toMatchObject({ order: { orderId: 1_000 } });
  });

  it('may not be there', async () => {
    expect(await history.byId(USER, 999)).toBeNull();
    expect(await history.byNonce(USER, 999)).toBeNull();
  });
});

describe('a refused order', () => {
  it('is found by its nonce', async () => {
    const [number, text] = DETAILS;
    expect(await history.byNonce(USER, 15)).toEqual({
      kind: 'refused',
      refused: {
        user: USER,
        nonceKind: 'order',
        nonce: 15,
        builder: key16(3),
        refusal: {
          code: 'INSUFFICIENT_BALANCE',
          details: expect.arrayContaining([number, { ...text, value: 'never \uFFFD used' }]),
          order: null,
        },
        seq: 62,
        timestampMs: START_MS + ORDERS + 5,
      },
    });
  });

  it('is not confused with a cancel-all of the same nonce', async () => {
    expect(await history.byNonce(USER, 16)).toBeNull();
  });
});

describe('a nonce that placed no order', () => {
  it('is answered with the order that it changed', async () => {
    expect(await history.byNonce(USER, 35)).toEqual({
      kind: 'order',
      order: await history.byId(USER, 3),
    });
    expect(await history.byNonce(key32(2), 35)).toBeNull();
  });

  it('is answered with the pairs that it redeemed', async () => {
    expect(await history.byNonce(USER, 45)).toEqual({
      kind: 'redeemed',
      redemption: {
        ...REDEEMED,
        user: USER,
        nonce: 45,
        seq: 66,
        timestampMs: START_MS + ORDERS + 2 * 5 + 2 + 3,
      },
    });
    expect(await history.byNonce(key32(2), 45)).toBeNull();
  });
});

describe('the orders of a user', () => {
  const filters: [string, OrderFilter, (orderId: number) => boolean][] = [
    ['all', {}, () => true],
    ...ORDER_STATUSES.map((status): [string, OrderFilter, (orderId: number) => boolean] => [
      status,
      { status },
      (orderId) => statusOf(orderId) === status,
    ]),
    [
      'open',
      { status: 'open' },
      (orderId) => ['resting', 'partially_filled'].includes(statusOf(orderId)),
    ],
    ['of a market', { marketId: key32(101) }, (orderId) => marketOf(orderId) === 101],
    [
      'filled, of a market',
      { marketId: key32(101), status: 'filled' },
      (orderId) => marketOf(orderId) === 101 && statusOf(orderId) === 'filled',
    ],
    ['of a market without orders', { marketId: key32(5) }, () => false],
  ];

  it.each(filters)('%s: newest first, page after page, each once', async (_, filter, matches) => {
    const all = Array.from({ length: ORDERS }, (__, index) => ORDERS - index).filter(matches);
    for (const limit of [3, 1_000]) {
      const found: number[] = [];
      for (let before: number | undefined, more = true; more;) {
        const page = await history.ofUser(USER, filter, { before, limit });
        found.push(...page.items.map(({ orderId }) => orderId));
        before = page.items.at(-1)?.seq;
        more = page.hasMore;
      }
      expect(found).toEqual(all);
    }
  });
});
