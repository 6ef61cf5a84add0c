/**
 * What history must say, worked out from the events and the exchange itself in the plainest way, and read back
 * through the repositories as the gateway and the signer do.
 */
import { expect } from 'vitest';
import { toHex } from '@bellwether/codec';
import { ledgerOfBooks, postingsOf } from '@bellwether/exchange';
import type { ExchangeEventOf, OrderView, SequencedEvent } from '@bellwether/exchange';
import {
  CANDLE_INTERVALS,
  CandleHistory,
  LedgerHistory,
  MAX_CANDLES,
  OrderHistory,
  TradeHistory,
} from '@bellwether/persistence';
import type {
  Candle,
  CandleInterval,
  Database,
  NonceOutcome,
  Page,
  PostingPlace,
  StatementEntry,
  Trade,
} from '@bellwether/persistence';
import { DELEGATED_USERS, USERS, apiKeyId, userKey } from './trading-exchange';
import type { WhatHappened } from './trading-exchange';

/** Everything at once: trades, candles, orders, nonces, and what the builder's key sees. */
export async function expectHistoryOf(trading: WhatHappened, database: Database): Promise<void> {
  const trades = tradesOf(trading.events);
  expect(trades.length).toBeGreaterThan(50);
  await expectTrades(trading, trades, new TradeHistory(database));
  await expectCandles(trading, trades, new CandleHistory(database));
  await expectOrders(trading, new OrderHistory(database));
  await expectNonces(trading, new OrderHistory(database));
  await expectBuilderTrades(trades, new TradeHistory(database));
  await expectLedger(trading, new LedgerHistory(database));
}

function tradesOf(events: readonly SequencedEvent[]): Trade[] {
  return events.flatMap(({ event, seq, timestampMs }) =>
    event.kind === 'trade' ? [{ ...event.fill, marketId: event.marketId, seq, timestampMs }] : [],
  );
}

const same = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Every page, oldest last. */
async function all<T>(
  read: (before: number | undefined) => Promise<Page<T>>,
  keyOf: (item: T) => number,
): Promise<T[]> {
  const items: T[] = [];
  for (let before: number | undefined, more = true; more;) {
    const page = await read(before);
    items.push(...page.items);
    const last = items.at(-1);
    before = last === undefined ? undefined : keyOf(last);
    more = page.hasMore;
  }
  return items;
}

const idOf = ({ tradeId }: Trade): number => tradeId;

async function expectTrades(
  { exchange, marketIds }: WhatHappened,
  trades: readonly Trade[],
  history: TradeHistory,
): Promise<void> {
  const newestFirst = trades.toReversed();
  for (const marketId of marketIds) {
    const ofMarket = await all((before) => history.ofMarket(marketId, { before, limit: 97 }), idOf);
    expect(ofMarket).toEqual(newestFirst.filter((trade) => same(trade.marketId, marketId)));
    expect(exchange.market(marketId)?.market.volume).toBe(
      sum(ofMarket.map(({ quantity }) => quantity)),
    );
  }
  for (let number = 0; number < USERS; number++) {
    const user = userKey(number);
    const ofUser = await all((before) => history.ofUser(user, { before, limit: 97 }), idOf);
    expect(ofUser).toEqual(
      newestFirst.filter(({ maker, taker }) => same(maker, user) || same(taker, user)),
    );
  }
  // The exchange's own books agree with the sums of history.
  const { protocolFees, builderRevenue } = exchange.solvency();
  expect(sum(trades.map(({ takerFee, makerRebate }) => takerFee - makerRebate))).toBe(protocolFees);
  expect(sum(trades.map(({ builderFee, makerBuilderFee }) => builderFee + makerBuilderFee))).toBe(
    builderRevenue,
  );
}

async function expectCandles(
  { exchange, marketIds }: WhatHappened,
  trades: readonly Trade[],
  history: CandleHistory,
): Promise<void> {
  const nowSeconds = Math.floor(exchange.lastTimestampMs / 1_000);
  for (const marketId of marketIds) {
    const ofMarket = trades.filter((trade) => same(trade.marketId, marketId));
    for (const [interval, seconds] of Object.entries(CANDLE_INTERVALS)) {
      const request = { interval: intervalOf(interval), nowSeconds };
      const earliest = (Math.floor(nowSeconds / seconds) + 1 - MAX_CANDLES) * seconds;
      const candles = await history.ofMarket(marketId, { ...request, fromSeconds: earliest });
      const withTrades = candles.filter((candle) => candle.trades > 0);
      expect(withTrades).toEqual(candlesOf(ofMarket, seconds, earliest));
    }
  }
}

const intervalOf = (name: string): CandleInterval => {
  const found = (['1m', '5m', '15m', '1h', '1d'] as const).find((interval) => interval === name);
  if (found === undefined) throw new Error(`no interval ${name}`);
  return found;
};

/** Candles with trades that open at `earliest` or later. */
function candlesOf(trades: readonly Trade[], seconds: number, earliest: number): Candle[] {
  const buckets = new Map<number, Trade[]>();
  for (const trade of trades) {
    const timeSeconds = Math.floor(trade.timestampMs / 1_000 / seconds) * seconds;
    buckets.set(timeSeconds, [...(buckets.get(timeSeconds) ?? []), trade]);
  }
  return [...buckets]
    .filter(([timeSeconds]) => timeSeconds >= earliest)
    .map(([timeSeconds, inBucket]) => {
      const prices = inBucket.map(({ outcome, price }) =>
        outcome === 'yes' ? price : 10_000 - price,
      );
      return {
        timeSeconds,
        open: prices[0]!,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1)!,
        volume: sum(inBucket.map(({ quantity }) => quantity)),
        notional: sum(inBucket.map(({ quantity }, index) => prices[index]! * quantity * 100)),
        trades: inBucket.length,
      };
    });
}

/** The exchange remembers how every order of this test stands or ended: history must say the same. */
async function expectOrders(
  { exchange, events, marketIds }: WhatHappened,
  history: OrderHistory,
): Promise<void> {
  const accepted = events.flatMap(({ event }) => (event.kind === 'order_accepted' ? [event] : []));
  for (let number = 0; number < USERS; number++) {
    const user = userKey(number);
    const expected = placedBy(user, accepted).map(({ orderId }) => exchange.order(user, orderId));
    const stored = await all(
      (before) => history.ofUser(user, {}, { before, limit: 97 }),
      ({ seq }) => seq,
    );
    expect(stored).toMatchObject(expected);
    const open = await history.ofUser(user, { status: 'open' }, { limit: 1_000 });
    const openIds = new Set(open.items.map(({ orderId }) => orderId));
    const openInEngine = exchange.openOrders(user, { limit: 1_000 });
    expect(openIds).toEqual(new Set(openInEngine.map(({ orderId }) => orderId)));
    const [marketId] = marketIds;
    const filled = await history.ofUser(user, { status: 'filled', marketId }, { limit: 1_000 });
    expect(filled.items.map(({ orderId }) => orderId)).toEqual(
      expected.flatMap((order) =>
        order?.status === 'filled' && same(order.marketId, marketId!) ? [order.orderId] : [],
      ),
    );
  }
}

const placedBy = (
  user: Uint8Array,
  accepted: readonly ExchangeEventOf<'order_accepted'>[],
): OrderView[] =>
  accepted
    .map(({ order }) => order)
    .filter((order) => same(order.user, user))
    .toReversed();

async function expectNonces({ nonceOutcomes }: WhatHappened, history: OrderHistory): Promise<void> {
  for (const { user, nonce, outcome } of nonceOutcomes) {
    const found = await history.byNonce(user, nonce);
    expect([nonce, found && reported(found)]).toEqual([nonce, outcome]);
  }
}

function reported(found: NonceOutcome): number | string {
  if (found.kind === 'order') return found.order.orderId;
  return found.kind === 'refused' ? found.refused.refusal.code : found.kind;
}

async function expectBuilderTrades(trades: readonly Trade[], history: TradeHistory): Promise<void> {
  const users = Array.from({ length: DELEGATED_USERS }, (_, number) => userKey(number));
  const isMine = (key: Uint8Array): boolean => users.some((user) => same(user, key));
  const mine = trades.filter(({ maker, taker }) => isMine(maker) || isMine(taker)).toReversed();
  const read = (before: number | undefined) =>
    history.ofBuilderKey(apiKeyId(0), {}, { before, limit: 97 });
  expect(await all(read, idOf)).toEqual(mine);
  expect(await read(undefined)).toMatchObject({
    totalBuilderFees: sum(
      mine.map(
        ({ maker, taker, builderFee, makerBuilderFee }) =>
          (isMine(taker) ? builderFee : 0) + (isMine(maker) ? makerBuilderFee : 0),
      ),
    ),
    totalProtocolFees: sum(mine.map(({ takerFee }) => takerFee)),
    userCount: DELEGATED_USERS,
  });
}

/** Every user's statement, and the sums of the books. */
async function expectLedger(
  { exchange, events }: WhatHappened,
  ledger: LedgerHistory,
): Promise<void> {
  expect(await ledger.sumsAsOf(exchange.lastSeq)).toEqual(ledgerOfBooks(exchange.solvency()));
  expect(await ledger.differences()).toEqual([]);
  for (let number = 0; number < USERS; number++) {
    const user = userKey(number);
    const stated = await statementOf(user, ledger);
    expect(stated).toMatchObject(postedTo(user, events).toReversed());
    expect(stated[0]?.balance).toBe(exchange.balance(user).total);
  }
}

async function statementOf(user: Uint8Array, ledger: LedgerHistory): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  for (let before: PostingPlace | undefined; ;) {
    const page = await ledger.ofUser(user, { before, limit: 97 });
    entries.push(...page.items);
    if (!page.hasMore) return entries;
    before = page.items.at(-1);
  }
}

const postedTo = (user: Uint8Array, events: readonly SequencedEvent[]) =>
  events.flatMap(({ event, seq, index: eventIndex, timestampMs }) =>
    postingsOf(event)
      .filter(({ account, owner }) => account === 'user' && same(owner, user))
      .map(({ amount }) => ({ seq, eventIndex, timestampMs, kind: event.kind, amount })),
  );
