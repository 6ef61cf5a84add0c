import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decode, encode } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { REQUEST_LANES } from '@bellwether/exchange';
import type { Answer, Command, OrderView } from '@bellwether/exchange';
import type { Bus } from '../src/connection/bus';
import { EngineClient } from '../src/engine/engine-client';
import { engineRequestLayout, engineResponseLayout } from '../src/engine/engine-message';
import type { EngineQuery, ResultOf } from '../src/engine/engine-query';
import { serveEngine } from '../src/engine/engine-server';
import type { EngineService, IncomingCommand, IncomingQuery } from '../src/engine/engine-server';
import { DEADLINE_GRACE_MS, MAX_BOOKINGS, MAX_COMMAND_BYTES } from '../src/limits';
import { subjectsOf } from '../src/subjects';
import { NatsUnderTest } from './nats-under-test';
import { thrownBy } from './thrown-by';

const RULES = { windowSeconds: 60, stake: 5_000_000, rewardPct: 50, secondRole: true };
const requestId = 'r-1';
const user = new Uint8Array(32).fill(3);
const marketId = new Uint8Array(32).fill(4);
const withdrawalId = new Uint8Array(32).fill(5);
const credit: Command = { kind: 'test_credit', user, amount: 5, reference: 'r' };
const answer: Answer = {
  replayed: true,
  reply: { seq: 7, timestampMs: 9, body: { kind: 'credited', user, available: 5 } },
};

let nats: NatsUnderTest;
let engineBus: Bus;
let clientBus: Bus;
let client: EngineClient;
let service: EngineService | undefined;
let shard = 0;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
  engineBus = await nats.bus();
  clientBus = await nats.bus();
});
afterAll(() => nats.stop());
beforeEach(() => {
  client = new EngineClient({ shard: ++shard, bus: clientBus });
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const serve = async (
  onCommand: (incoming: IncomingCommand) => void,
  onQuery: (incoming: IncomingQuery) => void = () => {},
): Promise<void> => {
  service = await serveEngine(engineBus, shard, { onCommand, onQuery });
};

const codeOf = async (asked: Promise<unknown>): Promise<[string, unknown]> => {
  const error = await thrownBy(asked);
  return error instanceof CodedError ? [error.code, error.details] : [String(error), undefined];
};

describe('a command', () => {
  it('arrives with its lane, deadline and request id, and gets its answer', async () => {
    const got: IncomingCommand[] = [];
    await serve((incoming) => {
      got.push(incoming);
      incoming.answer(answer);
    });
    const before = Date.now();
    expect(await client.send('admin', credit, { requestId, timeoutMs: 1_000 })).toEqual(answer);
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({ lane: 'admin', command: credit, requestId });
    expect(got[0]!.deadlineMs).toBeGreaterThanOrEqual(before + 1_000);
    expect(got[0]!.deadlineMs).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it.each(REQUEST_LANES)('is heard on the lane %s', async (lane) => {
    const lanes: string[] = [];
    await serve((incoming) => {
      lanes.push(incoming.lane);
      incoming.answer(answer);
    });
    await client.send(lane, credit, { requestId });
    expect(lanes).toEqual([lane]);
  });

  it('that is refused before it is sequenced is an error with code and details', async () => {
    await serve((incoming) =>
      incoming.fail('VALIDATION_FAILED', {
        field: 'price',
        value: 0,
        expected: '1 to 9999',
        raw: -1,
      }),
    );
    expect(await codeOf(client.send('admin', credit, { requestId }))).toEqual([
      'VALIDATION_FAILED',
      { field: 'price', value: 0, expected: '1 to 9999', raw: '-1' },
    ]);
  });

  it('without an engine was not done', async () => {
    expect(await codeOf(client.send('admin', credit, { requestId }))).toEqual([
      'ENGINE_UNAVAILABLE',
      {},
    ]);
  });

  it('without an answer has an unknown outcome', async () => {
    await serve(() => {});
    const started = performance.now();
    const [code] = await codeOf(client.send('admin', credit, { requestId, timeoutMs: 50 }));
    expect(code).toBe('OUTCOME_UNKNOWN');
    expect(performance.now() - started).toBeGreaterThan(50 + DEADLINE_GRACE_MS - 5);
  });

  it('whose answer cannot be read has an unknown outcome', async () => {
    const { lane } = subjectsOf(shard);
    const subscription = engineBus.subscribe(lane.admin, (message) => {
      message.respond(new Uint8Array([99]));
    });
    await engineBus.flush();
    const [code] = await codeOf(client.send('admin', credit, { requestId }));
    expect(code).toBe('OUTCOME_UNKNOWN');
    subscription.unsubscribe();
  });

  it('on a connection that breaks has an unknown outcome, on a broken one it was not done', async () => {
    await serve(() => {});
    const underWay = codeOf(client.send('admin', credit, { requestId }));
    await clientBus.flush();
    await nats.kill();
    expect((await underWay)[0]).toBe('OUTCOME_UNKNOWN');
    expect((await codeOf(client.send('admin', credit, { requestId })))[0]).toBe(
      'ENGINE_UNAVAILABLE',
    );
    await nats.restart();
    await Promise.all([clientBus.whenConnected(), engineBus.whenConnected()]);
  });

  it('in bytes that are none never reaches the engine', async () => {
    const got: IncomingCommand[] = [];
    await serve((incoming) => got.push(incoming));
    const subject = subjectsOf(shard).lane.order;
    const valid = encode(engineRequestLayout, {
      version: 1,
      deadlineMs: 1,
      requestId,
      command: credit,
    });
    const bad: [Uint8Array, string][] = [
      [new Uint8Array(), 'VALIDATION_FAILED'],
      [valid.subarray(0, 30), 'VALIDATION_FAILED'],
      [Uint8Array.from([...valid, 0]), 'VALIDATION_FAILED'],
      [Uint8Array.from([2, ...valid.subarray(1)]), 'VALIDATION_FAILED'],
      [new Uint8Array(MAX_COMMAND_BYTES + 1), 'BODY_TOO_LARGE'],
      [
        encode(engineRequestLayout, {
          version: 1,
          deadlineMs: 1,
          requestId: 'x'.repeat(200),
          command: credit,
        }),
        'VALIDATION_FAILED',
      ],
    ];
    for (const [payload, code] of bad) {
      const message = await clientBus.request(subject, payload, 2_000);
      expect(decode(engineResponseLayout, message.data)).toMatchObject({ kind: 'failed', code });
    }
    expect(got).toEqual([]);
  });

  it('of a lane that is turned away is told so before it is read', async () => {
    const got: IncomingCommand[] = [];
    service = await serveEngine(engineBus, shard, {
      turnsAway: (lane) => (lane === 'order' ? 'OVERLOADED' : null),
      onCommand: (incoming) => {
        got.push(incoming);
        incoming.answer(answer);
      },
      onQuery: () => {},
    });
    const unreadable = new Uint8Array(3);
    const message = await clientBus.request(subjectsOf(shard).lane.order, unreadable, 2_000);
    expect(decode(engineResponseLayout, message.data)).toEqual({
      kind: 'failed',
      code: 'OVERLOADED',
      details: [],
    });
    const refused = client.send('order', credit, { requestId });
    expect(await codeOf(refused)).toEqual(['OVERLOADED', {}]);
    expect(await client.send('cancel', credit, { requestId })).toEqual(answer);
    expect(got).toHaveLength(1);
  });

  it('is read when its turn comes', async () => {
    const turns: (readonly [string, () => void])[] = [];
    const got: IncomingCommand[] = [];
    service = await serveEngine(engineBus, shard, {
      receive: (lane, take) => turns.push([lane, take]),
      onCommand: (incoming) => {
        got.push(incoming);
        incoming.answer(answer);
      },
      onQuery: () => {},
    });
    const sent = client.send('order', credit, { requestId });
    await clientBus.flush();
    await engineBus.flush();
    expect(got).toEqual([]);
    const [[lane, take]] = turns as [(typeof turns)[number]];
    expect([turns.length, lane]).toEqual([1, 'order']);
    take();
    expect(await sent).toEqual(answer);
    expect(got).toHaveLength(1);
  });

  it('to an engine that stopped hearing was not done, while one heard before is still answered', async () => {
    const received: IncomingCommand[] = [];
    await serve((incoming) => received.push(incoming));
    const first = client.send('admin', credit, { requestId });
    await clientBus.flush();
    await engineBus.flush();
    await service?.stop();
    service = undefined;
    expect((await codeOf(client.send('admin', credit, { requestId })))[0]).toBe(
      'ENGINE_UNAVAILABLE',
    );
    received[0]!.answer(answer);
    expect(await first).toEqual(answer);
  });
});

describe('a question', () => {
  const order: OrderView = {
    orderId: 12,
    user,
    marketId,
    outcome: 'yes',
    side: 'buy',
    price: 5_000,
    size: 3,
    filled: 1,
    orderType: 'gtc',
    feeBps: 10,
    builder: new Uint8Array(16).fill(9),
    nonce: 1,
    status: 'partially_filled',
    cancelReason: null,
    seq: 4,
    createdMs: 1_000,
  };
  const market = {
    marketId,
    label: 'A "label" of é',
    status: 'active',
    bestBid: 0,
    bestAsk: 10_000,
    lastPrice: null,
    resolution: null,
    resolutionPrice: null,
    caseId: null,
    dueMs: null,
    resolvedMs: null,
    paidMicroUsdc: null,
    volume: 0,
    openInterest: 0,
  } as const;
  const payout = { contracts: 3, users: 2, microUsdc: 1_200_000 };
  const resolved = {
    marketId,
    label: 'Yes',
    resolution: 'void',
    price: 4_000,
    isResolved: false,
    openOrders: 1,
    yes: payout,
    no: { ...payout, users: 1 },
    users: 3,
    paidMicroUsdc: 2_400_000,
  } as const;
  const event = {
    eventId: 'e',
    question: 'q?',
    description: '',
    rules: 'So.',
    imageUrl: 'https://example.org/a.png',
    category: { name: 'n', sub: 's' },
    expiry: 2,
    mutuallyExclusive: false,
    feeBps: 700,
    makerRebatePct: 20,
    opensAt: null,
    createdMs: 1,
    createdSeq: 1,
    source: { key: user, rule: { kind: 'winner' } as const },
    markets: [market],
  };
  const zeros = { available: 0, locked: 0, total: 0, withdrawing: 0, gasDebt: 0, staked: 0 };
  const before = 5;
  const said = { dueMs: null, challenges: 2, isContradicted: true };
  const disputed = { ...said, round: 1, status: 'disputed' } as const;

  /** Every query, with a view of every field. */
  const bounds = { atMost: 6, priceBand: 7, redeem: true, used: 8 };
  const allowance = { ...bounds, until: 9, nonce: 1, allowedSeq: 2, allowedMs: 3 };
  const cases: {
    [Q in EngineQuery]: [Parameters<typeof client.query<Q>>[1], ResultOf<Q>['view']];
  } = {
    balance: [{ user }, zeros],
    position: [
      { user, marketId },
      { yes: 1, no: 2, yesLocked: 0, noLocked: 1 },
    ],
    account: [
      { user },
      {
        balance: zeros,
        positions: [{ marketId, yes: 1, no: 2, yesLocked: 0, noLocked: 1 }],
        morePositions: false,
        orders: [order],
        nextOrders: 4,
      },
    ],
    limits: [
      { user },
      {
        maxOpenOrders: 10_000,
        rates: {
          orders: { requests: 400, perMs: 1_000, burst: 1_200, remaining: 1_180 },
          cancels: { requests: 800, perMs: 1_000, burst: 1_200, remaining: 1_200 },
          keys: { requests: 20, perMs: 60_000, burst: 40, remaining: 40 },
        },
      },
    ],
    trading_keys: [
      { user },
      [
        { ...allowance, tradingKey: marketId, ended: null },
        {
          ...allowance,
          tradingKey: user,
          ended: { reason: 'revoked', endedSeq: 4, endedMs: 5 },
        },
      ],
    ],
    nonce_outcome: [
      { user, nonce: 7 },
      {
        kind: 'redeemed',
        clientId: user.slice(16),
        redemption: { marketId, size: 2, paidMicroUsdc: 2_000_000, seq: 4, timestampMs: 5 },
      },
    ],
    nonces: [
      { user },
      { order: 1, cancel_all: 2, withdraw: 3, recover: 4, cancel_after: 5, trading_key: 6 },
    ],
    book: [
      { marketId, depth: 3 },
      { status: 'active', bids: [{ price: 1, size: 2, orders: 1 }], asks: [], lastPrice: 7 },
    ],
    preview: [
      {
        user,
        marketId,
        outcome: 'no',
        side: 'sell',
        price: 9_999,
        size: 10_000_000,
        orderType: 'fok',
        feeBps: 100,
      },
      {
        kind: 'refused',
        refusal: {
          code: 'FOK_NOT_FILLED',
          details: [{ kind: 'number', name: 'fillable', value: 4 }],
          order: null,
        },
        order: null,
      },
    ],
    market_resolution: [
      { marketId, resolution: 'void', price: 4_000 },
      { kind: 'resolution', eventId: 'e', markets: [resolved] },
    ],
    event_resolution: [
      { eventId: 'e', winner: null },
      { kind: 'refused', refusal: { code: 'EVENT_NOT_FOUND', details: [], order: null } },
    ],
    proposal: [
      {
        withPayouts: true,
        subject: { kind: 'event', eventId: 'e' },
        outcome: { kind: 'shares', prices: [{ marketId, price: 4_000 }] },
      },
      { kind: 'proposal', eventId: 'e', windowSeconds: 60, markets: [resolved] },
    ],
    cases: [
      { limit: 10 },
      {
        cases: [
          {
            caseId: 7,
            eventId: 'e',
            marketId,
            endings: [{ marketId, resolution: 'void', price: 4_000 }],
            by: 'desk-1',
            ...disputed,
          },
        ],
        hasMore: false,
      },
    ],
    resolution_rules: [{}, [{ name: '*', sub: '*', ...RULES }]],
    sources: [{}, [{ name: 'gauge', key: user, url: 'https://a.org', about: 'A', retiredMs: 5 }]],
    levels: [{ marketId }, { bids: [1, 2, 1], asks: [] }],
    event_place: [{}, { seq: 5, index: 2 }],
    orders: [
      { user, marketId, limit: 10, before },
      { orders: [order], next: 4 },
    ],
    order: [
      { user, orderId: 12 },
      { ...order, builder: null },
    ],
    events: [{ limit: 500 }, { events: [event], next: null }],
    event: [{ eventId: 'e' }, event],
    market: [{ marketId }, { event, market }],
    fees: [
      {},
      { categories: [{ name: '*', sub: '*', feeBps: 700, makerRebatePct: 20 }], asOfSeq: 3 },
    ],
    status: [
      {},
      {
        network: 'test',
        mode: 'open',
        withdrawalsPaused: false,
        lastSeq: 1,
        lastEventSeq: 1,
        lastTimestampMs: 2,
        accounts: 3,
        markets: 4,
        restingOrders: 5,
        openWithdrawals: 6,
      },
    ],
    solvency: [
      {},
      {
        userAvailable: 1,
        userLocked: 2,
        withdrawing: 3,
        protocolFees: 4,
        builderRevenue: 5,
        gasRevenue: 6,
        collateral: 7,
        stakes: 14,
        disputeFund: 15,
        depositsCredited: 8,
        testCredits: 9,
        payouts: 10,
        liabilities: 11,
        assets: 12,
        difference: 0,
      },
    ],
    revenue: [{ keys: [new Uint8Array(16).fill(4)] }, 5],
    bookings: [
      { users: [user, marketId], withdrawalIds: [withdrawalId] },
      {
        solvency: {
          userAvailable: 1,
          userLocked: 2,
          withdrawing: 3,
          protocolFees: 4,
          builderRevenue: 5,
          gasRevenue: 6,
          collateral: 7,
          stakes: 14,
          disputeFund: 15,
          depositsCredited: 8,
          testCredits: 9,
          payouts: 10,
          liabilities: 11,
          assets: 12,
          difference: 0,
        },
        lastCreditSeqs: [3, 0],
        withdrawals: [null],
      },
    ],
    funding: [{ user }, { lastCreditSeq: 1, lastChargeSeq: 2, gasDebt: 3 }],
    withdrawal: [
      { withdrawalId },
      {
        withdrawalId,
        user,
        amount: 5,
        gasFee: 2,
        netAmount: 3,
        chain: 'ext',
        recipientKind: 'recipient_ext',
        recipient: marketId,
        allowProgramAddress: true,
        nonce: 7,
        paymentSeq: 2,
        lowestOpenSeq: 1,
        status: 'open',
        seq: 8,
        createdMs: 9,
        endedSeq: null,
        endedMs: null,
      },
    ],
    delegate: [{ user }, 'builder-1'],
  };
  const kinds = Object.keys(cases) as EngineQuery[];

  it.each(kinds)(
    '%s arrives with its parameters, and its view comes back as it was',
    async (what) => {
      const [params, view] = cases[what];
      const asked: unknown[] = [];
      await serve(
        () => {},
        (incoming) => {
          asked.push(incoming.query, incoming.requestId);
          incoming.answer({ seq: 3, timestampMs: 4, view });
        },
      );
      expect(await client.query(what, params as never, { requestId })).toEqual({
        seq: 3,
        timestampMs: 4,
        view,
      });
      expect(asked).toEqual([{ what, params }, requestId]);
    },
  );

  it('about what does not exist has a view of null', async () => {
    await serve(
      () => {},
      (incoming) => incoming.answer({ seq: 3, timestampMs: 4, view: null }),
    );
    expect((await client.query('book', { marketId, depth: 1 })).view).toBeNull();
    expect((await client.query('order', { user, orderId: 1 })).view).toBeNull();
    expect((await client.query('delegate', { user })).view).toBeNull();
  });

  const wrong: [string, EngineQuery, object, object][] = [
    ['a depth above the maximum', 'book', { marketId, depth: 501 }, { field: 'depth', value: 501 }],
    ['a depth of nothing', 'book', { marketId, depth: 0 }, { field: 'depth', value: 0 }],
    ['a limit above the maximum', 'orders', { user, limit: 1_001 }, { field: 'limit' }],
    ['a key of the wrong length', 'balance', { user: new Uint8Array(31) }, { field: 'user' }],
    ['a missing field', 'position', { user }, { field: 'marketId' }],
    ['a fraction', 'order', { user, orderId: 1.5 }, { field: 'orderId', value: 1.5 }],
    ['a text too long', 'event', { eventId: 'x'.repeat(65) }, { field: 'eventId' }],
    ['an empty text', 'event', { eventId: '' }, { field: 'eventId' }],
    [
      'too many keys',
      'bookings',
      { users: Array.from({ length: MAX_BOOKINGS + 1 }, () => user), withdrawalIds: [] },
      { field: 'users' },
    ],
    ['a short id', 'bookings', { users: [], withdrawalIds: ['ab'] }, { field: 'withdrawalIds' }],
  ];
  it.each(wrong)('with %s is refused naming the field', async (_name, what, params, details) => {
    await serve(() => {});
    const [code, got] = await codeOf(client.query(what, params as never));
    expect(code).toBe('VALIDATION_FAILED');
    expect(got).toMatchObject(details);
  });

  it('with an unknown field, or of an unknown kind, or in no JSON is refused', async () => {
    await serve(() => {});
    expect(await codeOf(client.query('fees', { extra: 1 } as never))).toEqual([
      'UNKNOWN_FIELD',
      { field: 'extra' },
    ]);
    expect((await codeOf(client.query('nothing' as never, {} as never)))[0]).toBe('NOT_FOUND');
    for (const payload of ['', '{', '[]', '{"params":1}', 'null', '"x"']) {
      const message = await clientBus.request(
        subjectsOf(shard).query('fees'),
        new TextEncoder().encode(payload),
        2_000,
      );
      expect(message.json()).toMatchObject({ failed: { code: 'VALIDATION_FAILED' } });
    }
  });

  it('without an answer is as if it had not been asked', async () => {
    await serve(() => {});
    expect((await codeOf(client.query('fees', {}, { requestId, timeoutMs: 20 })))[0]).toBe(
      'ENGINE_UNAVAILABLE',
    );
  });
});
