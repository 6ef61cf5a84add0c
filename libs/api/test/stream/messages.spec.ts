/** The messages of the streams: what clients may send, which users events concern, and what each channel sends. */
import { describe, expect, it } from 'vitest';
import { toBase58, toHex } from '@bellwether/codec';
import type { ExchangeEvent, Fill, OrderView } from '@bellwether/exchange';
import { z } from 'zod';
import {
  CLOSE_CODES,
  MAX_CHANNELS_PER_MESSAGE,
  SNAPSHOT_MESSAGES,
  UPDATE_MESSAGES,
  clientMessage,
  closeReasonOf,
  marketOf,
  parseChannel,
  presentBookSnapshot,
  presentBookUpdate,
  presentTradesUpdate,
  presentUserSnapshot,
  presentUserUpdate,
  serverMessage,
  snapshotText,
  updateText,
  usersOf,
} from '../../src/index';

const bytes = (fill: number, length = 32) => new Uint8Array(length).fill(fill);
const market = bytes(1);
const [maker, taker, other] = [bytes(2), bytes(3), bytes(4)];
const asOf = { seq: 9, timestampMs: 1_700_000_000_999 };

const fill: Fill = {
  tradeId: 5,
  quantity: 3,
  price: 4_000,
  outcome: 'no',
  takerSide: 'buy',
  makerPrice: 6_000,
  makerOutcome: 'yes',
  makerSide: 'buy',
  settlementType: 'mint',
  takerFee: 7,
  makerRebate: 1,
  builderFee: 0,
  builder: null,
  makerBuilderFee: 0,
  makerBuilder: null,
  maker,
  taker,
  makerOrderId: 11,
  takerOrderId: 12,
};
const trade: ExchangeEvent = { kind: 'trade', marketId: market, fill, makerFilled: 8 };
const order: OrderView = {
  orderId: 12,
  user: taker,
  marketId: market,
  outcome: 'no',
  side: 'buy',
  price: 4_000,
  size: 5,
  filled: 3,
  orderType: 'ioc',
  feeBps: 0,
  builder: null,
  nonce: 1,
  status: 'cancelled',
  cancelReason: 'ioc_remainder',
  seq: 9,
  createdMs: asOf.timestampMs,
};
const level = (side: 'bid' | 'ask', size: number): ExchangeEvent => ({
  kind: 'book_level',
  marketId: market,
  side,
  price: 6_000,
  size,
  orders: Math.min(size, 1),
});
const cancelled = (orderId: number, user: Uint8Array): ExchangeEvent => ({
  kind: 'order_cancelled',
  orderId,
  user,
  marketId: market,
  filledSize: 3,
  cancelledSize: 2,
  releasedMicroUsdc: 0,
  reason: 'ioc_remainder',
});

describe('a channel', () => {
  it.each([
    ['markets', 'markets'],
    ['cases', 'cases'],
    [`book:${toHex(market).toUpperCase()}`, `book:${toHex(market)}`],
    [`trades:${toHex(market)}`, `trades:${toHex(market)}`],
    [`user:${toHex(maker)}`, `user:${toBase58(maker)}`],
    [`user:${toBase58(maker)}`, `user:${toBase58(maker)}`],
  ])('%s has the one name %s', (text, name) => {
    expect(parseChannel(text)?.name).toBe(name);
  });
  it.each([
    '',
    'book',
    'book:',
    'market',
    'markets:',
    `orders:${toHex(market)}`,
    'user:0OIl',
    'book:12',
  ])('%j is none', (text) => expect(parseChannel(text)).toBeUndefined());
});

describe('a message of a client', () => {
  const channels = (count: number) => Array.from({ length: count }, () => 'markets');
  it.each([
    { op: 'ping' },
    { op: 'subscribe', id: 'x', channels: channels(MAX_CHANNELS_PER_MESSAGE) },
    { op: 'unsubscribe', channels: ['markets'] },
    { op: 'resume', channels: [{ channel: 'markets', seq: 0 }] },
  ])('is taken: %j', (message) => {
    expect(clientMessage.safeParse(message).success).toBe(true);
  });
  it.each([
    {},
    { op: 'SUBSCRIBE', channels: ['markets'] },
    { op: 'ping', id: '' },
    { op: 'ping', id: 'x'.repeat(65) },
    { op: 'ping', more: 1 },
    { op: 'subscribe', channels: [] },
    { op: 'subscribe', channels: channels(MAX_CHANNELS_PER_MESSAGE + 1) },
    { op: 'subscribe', channels: 'markets' },
    { op: 'resume', channels: ['markets'] },
    { op: 'resume', channels: [{ channel: 'markets', seq: -1 }] },
    { op: 'resume', channels: [{ channel: 'markets' }] },
  ])('is not taken: %j', (message) => {
    expect(clientMessage.safeParse(message).success).toBe(false);
  });
});

describe('an event is about', () => {
  it('the market and both users of a trade', () => {
    expect(marketOf(trade)).toBe(market);
    expect(usersOf(trade)).toEqual([maker, taker]);
  });
  it('the market alone, of a level or a status', () => {
    const events = [
      level('bid', 1),
      { kind: 'market_status', marketId: market, status: 'paused' } as const,
    ];
    for (const event of events) expect([marketOf(event), usersOf(event)]).toEqual([market, []]);
  });
  it('its user alone, of what is a user’s', () => {
    const zeros = { available: 0, locked: 0, withdrawing: 0, gasDebt: 0 };
    for (const event of [
      { kind: 'balance', user: other, ...zeros } as const,
      { kind: 'order_accepted', order: { ...order, user: other } } as const,
      cancelled(1, other),
    ]) {
      expect([marketOf(event), usersOf(event)]).toEqual([undefined, [other]]);
    }
  });
  it('nobody, of what is the exchange’s', () => {
    const event = { kind: 'mode', mode: 'open' } as const;
    expect([marketOf(event), usersOf(event)]).toEqual([undefined, []]);
  });
});

const updated = (kind: keyof typeof UPDATE_MESSAGES, data: Parameters<typeof updateText>[2]) => {
  const { before, after } = updateText(`${kind}:x`, asOf, data);
  const message: unknown = JSON.parse(`${before}7${after}`);
  expect(() => UPDATE_MESSAGES[kind].parse(message)).not.toThrow();
  expect(() => serverMessage.parse(message)).not.toThrow();
  return message;
};

describe('an update', () => {
  it('of a book has the new totals, in YES terms, and only what changed', () => {
    const data = presentBookUpdate([trade, level('bid', 0), level('ask', 4)]);
    expect(updated('book', data)).toEqual({
      type: 'update',
      channel: 'book:x',
      seq: 9,
      prev_seq: 7,
      timestamp: 1_700_000_000,
      data: {
        yes: {
          bids: [{ price: 6_000, size: 0, orders: 0 }],
          asks: [{ price: 6_000, size: 4, orders: 1 }],
        },
        last_price: 6_000,
      },
    });
    expect(presentBookUpdate([level('bid', 2)]).status).toBeUndefined();
  });
  it.each([
    ['yes', 'resolved'],
    ['void', 'voided'],
  ] as const)('of a book that is resolved to %s says %s', (resolution, status) => {
    const resolved = { marketId: market, resolution, price: null, paidMicroUsdc: 0 };
    expect(presentBookUpdate([{ kind: 'market_resolved', ...resolved }]).status).toBe(status);
  });
  it('of trades has them in the order in which they happened', () => {
    const second = { ...trade, fill: { ...fill, tradeId: 6 } };
    const data = presentTradesUpdate([trade, second], asOf);
    updated('trades', data);
    expect(data.trades.map(({ trade_id, seq, size }) => [trade_id, seq, size])).toEqual([
      [5, 9, 3],
      [6, 9, 3],
    ]);
  });
  it('of the taker has the order whole and once; of the maker how far its order is', () => {
    const events: ExchangeEvent[] = [
      { kind: 'order_accepted', order },
      trade,
      cancelled(12, taker),
    ];
    const ofTaker = presentUserUpdate(taker, events, asOf);
    updated('user', ofTaker);
    expect(ofTaker.orders).toMatchObject([
      { order_id: 12, status: 'cancelled', remaining: 2, price: 4_000 },
    ]);
    expect(ofTaker.trades).toHaveLength(1);
    const ofMaker = presentUserUpdate(maker, [trade], asOf);
    updated('user', ofMaker);
    expect(ofMaker).toEqual({
      orders: [{ order_id: 11, market_id: toHex(market), filled: 8 }],
      trades: ofTaker.trades,
    });
  });
  it('of a user tells what came in, went out, was refused and was paid', () => {
    const withdrawal = { withdrawalId: bytes(9), user: maker, amount: 100, gasFee: 8 };
    const data = presentUserUpdate(
      maker,
      [
        {
          kind: 'deposit_credited',
          user: maker,
          creditSeq: 1,
          amount: 50,
          txSignature: bytes(7, 64),
          slot: 3,
        },
        { kind: 'credited', user: maker, amount: 5, reference: 'a secret of the operator' },
        { kind: 'gas_charged', user: maker, chargeSeq: 2, amount: 8, purpose: 'sweep', gasDebt: 8 },
        { kind: 'withdrawal_settled', ...withdrawal },
        { kind: 'withdrawal_refunded', ...withdrawal, reason: 'expired' },
        {
          kind: 'payout',
          marketId: market,
          user: maker,
          yesContracts: 1,
          noContracts: 2,
          paidMicroUsdc: 3,
        },
        {
          kind: 'refused',
          user: maker,
          nonceKind: 'order',
          nonce: 4,
          builder: null,
          refusal: {
            code: 'FOK_NOT_FILLED',
            details: [{ name: 'fillable', value: 4 }],
            order: null,
          },
        },
        {
          kind: 'position',
          user: maker,
          marketId: market,
          yes: 1,
          no: 0,
          yesLocked: 1,
          noLocked: 0,
        },
        { kind: 'balance', user: maker, available: 5, locked: 6, withdrawing: 7, gasDebt: 8 },
      ] as ExchangeEvent[],
      asOf,
    );
    updated('user', data);
    expect(data).toMatchObject({
      balance: { available: 5, locked: 6, total: 11, withdrawing: 7, gas_debt: 8, staked: 0 },
      positions: [{ market_id: toHex(market), yes_contracts: 1, yes_locked: 1 }],
      credits: [
        { source: 'deposit', amount: 50, credit_seq: 1 },
        { source: 'operator', amount: 5, credit_seq: null, tx_main: null },
      ],
      gas_charges: [{ amount: 8, charge_seq: 2, purpose: 'sweep' }],
      withdrawals: [
        { state: 'settled', net_amount: 92, reason: null },
        { state: 'refunded', reason: 'expired' },
      ],
      payouts: [{ paid_micro_usdc: 3 }],
      refusals: [{ kind: 'order', nonce: 4, code: 'FOK_NOT_FILLED', details: { fillable: 4 } }],
    });
    expect(JSON.stringify(data)).not.toContain('secret');
    expect(presentUserUpdate(maker, [], asOf)).toEqual({});
  });
});

describe('a snapshot', () => {
  it('has everything, and follows nothing', () => {
    const book = presentBookSnapshot({
      marketId: market,
      status: 'active',
      bids: [{ price: 10, size: 1, orders: 1 }],
      asks: [],
      lastPrice: null,
    });
    const message: unknown = JSON.parse(snapshotText('book:x', asOf, book));
    expect(SNAPSHOT_MESSAGES.book.safeParse(message).success).toBe(true);
    expect(message).toMatchObject({ seq: 9, prev_seq: 0, data: book });
    const user = presentUserSnapshot({
      user: maker,
      balance: { available: 1, locked: 0, total: 1, withdrawing: 0, gasDebt: 0, staked: 0 },
      positions: [{ marketId: market, yes: 1, no: 0, yesLocked: 0, noLocked: 0 }],
      morePositions: false,
      orders: [{ ...order, status: 'resting', cancelReason: null }],
      lastKey: null,
    });
    const told: unknown = JSON.parse(snapshotText('user:x', asOf, user));
    expect(SNAPSHOT_MESSAGES.user.safeParse(told).success).toBe(true);
    expect(user).toMatchObject({ public_key: toBase58(maker), next_cursor: null });
  });
});

describe('close codes', () => {
  it('are each for one reason, which fits into a close frame', () => {
    const codes = Object.values(CLOSE_CODES).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const name of Object.keys(CLOSE_CODES) as (keyof typeof CLOSE_CODES)[]) {
      expect(Buffer.byteLength(closeReasonOf(name))).toBeLessThanOrEqual(123);
    }
  });
});

describe('the schemas', () => {
  it('can be told as JSON schema, as the documents do', () => {
    expect(() => z.toJSONSchema(serverMessage, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(clientMessage, { io: 'input' })).not.toThrow();
  });
});
