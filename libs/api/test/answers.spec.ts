import { describe, expect, it } from 'vitest';
import { toBase58 } from '@bellwether/codec';
import type { Fill, OrderView } from '@bellwether/exchange';
import type { ListedEvent, ListedMarket } from '@bellwether/market-data';
import {
  FEE_EXAMPLES,
  accounts,
  builderTradesAnswer,
  cancelledAllAnswer,
  cancelledAnswer,
  chanceOf,
  decodeCursor,
  eventEntry,
  eventResolvedAnswer,
  eventStatusOf,
  exchange,
  marketData,
  present,
  presentOrder,
  submitted,
  submittedAnswer,
  tradeAnswer,
  tradesAnswer,
  yesPriceOf,
} from '../src/index';

const { present: presentBook } = marketData.getBook;
const { present: presentFees } = exchange.getFees;
const { present: presentStatus } = exchange.getStatus;
const presentEntry = present(eventEntry);
const presentTrades = present(tradesAnswer);

const key = (fill: number) => new Uint8Array(32).fill(fill);
const AS_OF = { seq: 9, timestampMs: 1_700_000_000_999 };
const TIME = 1_700_000_000;

const order: OrderView = {
  orderId: 11,
  user: key(1),
  marketId: key(2),
  outcome: 'yes',
  side: 'buy',
  price: 6000,
  size: 10,
  filled: 4,
  orderType: 'ioc',
  feeBps: 25,
  builder: new Uint8Array(16).fill(3),
  nonce: 7,
  status: 'cancelled',
  cancelReason: 'ioc_remainder',
  seq: 9,
  createdMs: AS_OF.timestampMs,
};

const fill: Fill = {
  tradeId: 5,
  quantity: 4,
  price: 6000,
  outcome: 'yes',
  takerSide: 'buy',
  makerPrice: 4000,
  makerOutcome: 'no',
  makerSide: 'buy',
  settlementType: 'mint',
  takerFee: 67_200,
  makerRebate: 13_440,
  builderFee: 6_000,
  builder: new Uint8Array(16).fill(3),
  makerBuilderFee: 0,
  makerBuilder: null,
  maker: key(4),
  taker: key(1),
  makerOrderId: 10,
  takerOrderId: 11,
};

const SPARKLINE = Array.from({ length: 24 }, (_, hour) => 4_000 + hour);
const market = (fields: Partial<ListedMarket> = {}): ListedMarket => ({
  marketId: key(2),
  label: 'Yes',
  status: 'active',
  caseId: null,
  dueMs: null,
  overdue: false,
  bestBid: 4000,
  bestAsk: 4101,
  firmBid: 4000,
  firmAsk: 4101,
  lastPrice: 4050,
  resolution: null,
  resolutionPrice: null,
  resolvedMs: null,
  paidMicroUsdc: null,
  volume: 4,
  openInterest: 4,
  change24hBps: -30,
  volume24h: 3,
  sparkline: SPARKLINE,
  ...fields,
});

const event = (markets: readonly ListedMarket[]): ListedEvent => ({
  eventId: 'rain',
  question: 'Will it rain?',
  description: 'Anywhere.',
  rules: 'A gauge decides.',
  resolutionSource: 'The gauge',
  imageUrl: 'https://example.org/rain.png',
  category: { name: 'weather', sub: 'rain' },
  expiry: 1_900_000_000,
  mutuallyExclusive: false,
  feeBps: 700,
  makerRebatePct: 20,
  opensAt: null,
  createdMs: 1_600_000_000_500,
  createdSeq: 3,
  markets,
});

describe('orders and fills', () => {
  it('show what a submit came to', () => {
    const body = { kind: 'order' as const, order, fills: [fill], selfTradeCancelled: [8] };
    expect(present(submittedAnswer)(submitted({ body, ...AS_OF }, {}))).toEqual({
      order_id: 11,
      user: toBase58(key(1)),
      market_id: '02'.repeat(32),
      side: 'buy',
      outcome: 'yes',
      price: 6000,
      size: 10,
      filled: 4,
      remaining: 6,
      order_type: 'ioc',
      fee_bps: 25,
      builder_api_key: '03'.repeat(16),
      nonce: 7,
      status: 'cancelled',
      cancel_reason: 'ioc_remainder',
      self_trade_cancelled: [8],
      client_id: null,
      seq: 9,
      timestamp: TIME,
      fills: [
        {
          trade_id: 5,
          quantity: 4,
          price: 6000,
          outcome: 'yes',
          taker_side: 'buy',
          maker_side: 'buy',
          maker_outcome: 'no',
          maker_price: 4000,
          settlement_type: 'mint',
          taker_fee: 67_200,
          maker_rebate: 13_440,
          builder_fee: 6_000,
          builder_api_key: '03'.repeat(16),
          maker_builder_fee: 0,
          maker_builder_api_key: '',
          maker: toBase58(key(4)),
          taker: toBase58(key(1)),
          maker_order_id: 10,
          taker_order_id: 11,
          order_type: 'ioc',
          fee_bps: 25,
          timestamp: TIME,
        },
      ],
    });
  });

  it('show an order with the time of its placing', () => {
    expect(presentOrder({ ...order, builder: null })).toMatchObject({
      remaining: 6,
      builder_api_key: '',
      created_at: TIME,
    });
  });

  it('show trades with size and time in place of quantity and timestamp', () => {
    const trade = present(tradeAnswer)({
      ...fill,
      marketId: key(2),
      seq: 9,
      timestampMs: AS_OF.timestampMs,
    });
    expect(trade).toMatchObject({
      market_id: '02'.repeat(32),
      size: 4,
      time: TIME,
      seq: 9,
      trade_id: 5,
    });
    expect(trade).not.toHaveProperty('quantity');
    expect(trade).not.toHaveProperty('timestamp');
  });

  it('end a page of trades with the cursor of its last', () => {
    const items = [{ ...fill, marketId: key(2), ...AS_OF }];
    const { next_cursor, has_more } = presentTrades({ items, hasMore: true });
    expect(has_more).toBe(true);
    expect(decodeCursor('trade', String(next_cursor))).toBe(5);
    expect(presentTrades({ items, hasMore: false })).toMatchObject({
      next_cursor: null,
      has_more: false,
    });
    expect(presentTrades({ items: [], hasMore: false })).toEqual({
      trades: [],
      next_cursor: null,
      has_more: false,
    });
    const totals = { totalBuilderFees: 1, totalProtocolFees: 2, userCount: 3 };
    expect(present(builderTradesAnswer)({ items, hasMore: false, ...totals })).toMatchObject({
      total_builder_fees: 1,
      total_protocol_fees: 2,
      user_count: 3,
    });
  });

  it('show cancels', () => {
    const cancelled = {
      orderId: 11,
      marketId: key(2),
      cancelledSize: 6,
      filledSize: 4,
      releasedMicroUsdc: 5,
    };
    expect(present(cancelledAnswer)({ ...cancelled, ...AS_OF })).toEqual({
      order_id: 11,
      market_id: '02'.repeat(32),
      status: 'cancelled',
      cancelled_size: 6,
      filled_size: 4,
      released_micro_usdc: 5,
      seq: 9,
      timestamp: TIME,
    });
    const all = {
      user: key(1),
      marketId: null,
      nonce: 3,
      cancelled: [11, 12],
      releasedMicroUsdc: 5,
      clientId: key(9).slice(16),
    };
    expect(present(cancelledAllAnswer)({ ...all, ...AS_OF })).toEqual({
      user: toBase58(key(1)),
      market_id: null,
      nonce: 3,
      cancelled: [11, 12],
      count: 2,
      released_micro_usdc: 5,
      client_id: '09'.repeat(16),
      seq: 9,
      timestamp: TIME,
    });
  });
});

describe('accounts', () => {
  it('show balance and position', () => {
    const balance = { available: 5, locked: 3, total: 8, withdrawing: 1, gasDebt: 2, staked: 4 };
    expect(accounts.getBalance.present({ ...balance, ...AS_OF })).toEqual({
      available: 5,
      locked: 3,
      total: 8,
      withdrawing: 1,
      gas_debt: 2,
      staked: 4,
      seq: 9,
      timestamp: TIME,
    });
    const position = { marketId: key(2), yes: 4, no: 0, yesLocked: 1, noLocked: 0 };
    expect(accounts.getPosition.present({ ...position, ...AS_OF })).toEqual({
      market_id: '02'.repeat(32),
      yes_contracts: 4,
      no_contracts: 0,
      yes_locked: 1,
      no_locked: 0,
      seq: 9,
      timestamp: TIME,
    });
  });
});

describe('prices', () => {
  it.each([
    ['the midpoint', 4000, 4100, 9000, 4050],
    ['the midpoint, rounded down', 4000, 4101, 9000, 4050],
    ['the midpoint up to a spread of 1000', 4000, 5000, 9000, 4500],
    ['not a trade beyond the quotes', 4000, 5001, 9000, null],
    ['not a trade in an empty book: its two sides may be one owner', 0, 10_000, 9_999, null],
    ['not a trade in an empty book, on either side', 0, 10_000, 1, null],
    ['the trade at even odds', 0, 10_000, 5000, 5000],
    ['the last trade near the bid that would lose', 8_000, 10_000, 9_000, 9_000],
    ['not a trade farther from it', 8_000, 10_000, 9_001, null],
    ['not a trade that only an ask above it supports', 1, 9_999, 9_998, null],
    ['the last trade near the ask that would lose', 0, 2_000, 1_000, 1_000],
    ['not a trade farther below it', 0, 2_000, 999, null],
    ['none where nothing is known', 0, 10_000, null, null],
    ['none where the spread is wide and nothing traded', 4000, 6000, null, null],
  ])('of yes are %s', (_what, firmBid, firmAsk, lastPrice, expected) => {
    const market = { status: 'active', firmBid, firmAsk, lastPrice } as const;
    expect(chanceOf(market)).toBe(expected);
    expect(yesPriceOf(market)).toBe(expected ?? 5000);
  });

  it.each(['closed', 'resolved', 'voided'] as const)(
    'of what is %s are the last trade',
    (status) => {
      expect(chanceOf({ status, firmBid: 0, firmAsk: 10_000, lastPrice: 9_000 })).toBe(9_000);
    },
  );
});

describe('the book', () => {
  const bids = [
    { price: 4000, size: 5, orders: 2 },
    { price: 3999, size: 1, orders: 1 },
  ];
  const asks = [{ price: 4101, size: 7, orders: 1 }];

  it('has no as the exact mirror of yes', () => {
    const view = { status: 'active', bids, asks, lastPrice: 4050 } as const;
    expect(presentBook({ marketId: key(2), ...view, ...AS_OF })).toEqual({
      market_id: '02'.repeat(32),
      seq: 9,
      timestamp: TIME,
      status: 'active',
      yes: { bids, asks },
      no: {
        bids: [{ price: 5899, size: 7, orders: 1 }],
        asks: [
          { price: 6000, size: 5, orders: 2 },
          { price: 6001, size: 1, orders: 1 },
        ],
      },
      midpoint: 4050,
      spread: 101,
      last_price: 4050,
    });
  });

  it('has no midpoint and no spread where a side is empty', () => {
    const view = { status: 'active', bids, asks: [], lastPrice: null } as const;
    expect(presentBook({ marketId: key(2), ...view, ...AS_OF })).toMatchObject({
      midpoint: null,
      spread: null,
      last_price: null,
    });
  });
});

describe('the catalogue', () => {
  it('shows an entry with its outcomes', () => {
    expect(presentEntry(event([market()]))).toEqual({
      event_id: 'rain',
      question: 'Will it rain?',
      category: { name: 'weather', sub: 'rain' },
      mutually_exclusive: false,
      image_url: 'https://example.org/rain.png',
      fee_bps: 700,
      maker_rebate_pct: 20,
      expiry: 1_900_000_000,
      opens_at: null,
      created_at: 1_600_000_000,
      status: 'active',
      volume: 4,
      volume_24h: 3,
      outcomes: [
        {
          label: 'Yes',
          market_id: '02'.repeat(32),
          status: 'active',
          case_id: null,
          due: null,
          overdue: false,
          yes_price: 4050,
          chance: 4050,
          yes_bid: 4000,
          yes_ask: 4101,
          last_price: 4050,
          volume: 4,
          change_24h_bps: -30,
          volume_24h: 3,
          sparkline: SPARKLINE,
          open_interest: 4,
          resolution: null,
          resolution_price: null,
          resolved_at: null,
          paid_micro_usdc: null,
        },
      ],
    });
  });

  it('shows a market alone with the prices of both outcomes, an event with its description', () => {
    const one = market();
    const { markets: _, ...terms } = event([]);
    expect(marketData.getMarket.present({ ...terms, ...one, ...AS_OF })).toMatchObject({
      market_id: '02'.repeat(32),
      status: 'active',
      description: 'Anywhere.',
      no_price: 5950,
      no_bid: 5899,
      no_ask: 6000,
      outcomes: [{ label: 'Yes' }],
      seq: 9,
    });
    expect(marketData.getEvent.present({ ...event([one]), ...AS_OF })).toMatchObject({
      description: 'Anywhere.',
      rules: 'A gauge decides.',
      resolution_source: 'The gauge',
      seq: 9,
    });
  });

  it('has the volumes of all outcomes, and none of the day while one is not known', () => {
    const markets = [market(), market({ volume: 5, volume24h: 2 })];
    expect(presentEntry(event(markets))).toMatchObject({ volume: 9, volume_24h: 5 });
    const unknown = [...markets, market({ volume24h: null })];
    expect(presentEntry(event(unknown)).volume_24h).toBeNull();
  });

  it.each([
    [['resolved', 'active'], 'active'],
    [['resolved', 'paused', 'closed'], 'paused'],
    [['voided', 'resolved'], 'resolved'],
    [['voided'], 'voided'],
    [['pending', 'closed'], 'pending'],
  ] as const)('calls an event of %j %s', (statuses, expected) => {
    expect(eventStatusOf(event(statuses.map((status) => market({ status }))))).toBe(expected);
  });

  it('shows each market of a resolved event', () => {
    const resolved = {
      marketId: key(2),
      status: 'resolved',
      resolution: 'yes',
      price: null,
      paidMicroUsdc: 9,
      seq: 9,
    } as const;
    const inside = { eventId: 'rain', markets: [resolved], seq: 9 };
    expect(present(eventResolvedAnswer)(inside)).toEqual({
      event_id: 'rain',
      markets: [
        {
          market_id: '02'.repeat(32),
          status: 'resolved',
          outcome: 'yes',
          price: null,
          paid_micro_usdc: 9,
          seq: 9,
        },
      ],
      seq: 9,
    });
  });
});

describe('fees', () => {
  const ceilDiv = (value: bigint, by: bigint) => (value + by - 1n) / by;

  it.each(FEE_EXAMPLES)('example %j follows the formula', (example) => {
    const curve = BigInt(example.size) * BigInt(example.price) * BigInt(10_000 - example.price);
    const rate = BigInt(example.feeBps);
    expect(BigInt(example.takerFee)).toBe(ceilDiv(rate * curve, 1_000_000n));
    expect(BigInt(example.makerRebate)).toBe(
      (BigInt(example.makerRebatePct) * rate * curve) / 100_000_000n,
    );
    const cost = BigInt(example.size) * BigInt(example.price);
    expect(BigInt(example.builderFee)).toBe(ceilDiv(BigInt(example.builderFeeBps) * cost, 100n));
  });

  it('have the schedule, the words and the examples', () => {
    const categories = [{ name: '*', sub: '*', feeBps: 700, makerRebatePct: 20 }];
    const shown = presentFees({ categories, asOfSeq: 2, ...AS_OF });
    expect(shown).toMatchObject({
      as_of: TIME,
      seq: 2,
      categories: [{ name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 }],
      builder: { max_fee_bps: 100 },
      examples: [{ fee_bps: 700, taker_fee: 1_750_000 }, {}, {}, {}, {}],
    });
  });
});

describe('status', () => {
  const view = {
    network: 'test',
    mode: 'open',
    withdrawalsPaused: false,
    lastSeq: 12,
    lastEventSeq: 9,
    lastTimestampMs: AS_OF.timestampMs,
    accounts: 2,
    markets: 1,
    restingOrders: 0,
    openWithdrawals: 0,
  } as const;

  it('says how far history is behind the last event, or that it cannot be read', () => {
    const parts = {
      ...view,
      ...AS_OF,
      scans: null,
      serverTimeMs: AS_OF.timestampMs,
      bodyLimitBytes: 16_384,
      rateLimits: null,
    };
    expect(presentStatus({ ...parts, progress: { seq: 7 } }).history).toEqual({
      available: true,
      seq: 7,
      lag: 2,
    });
    expect(presentStatus({ ...parts, progress: { seq: 9 } }).history.lag).toBe(0);
    // History may be ahead of the engine's answer, which is older.
    expect(presentStatus({ ...parts, progress: { seq: 13 } }).history.lag).toBe(0);
    expect(presentStatus({ ...parts, progress: null }).history).toEqual({
      available: false,
      seq: null,
      lag: null,
    });
    expect(presentStatus({ ...parts, progress: null }).limits).toMatchObject({
      max_size: 10_000_000,
      max_price: 9999,
    });
  });
});
