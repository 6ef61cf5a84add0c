/**
 * The day's figures are those that a look at every trade gives, whichever part of them came from history and whichever
 * from the stream, and at whatever hour they are read.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { byteKey } from '@bellwether/codec';
import type { EventView, Fill, SequencedEvent } from '@bellwether/exchange';
import { LiveCatalogue } from '../src/index';
import type { DayFigures, PastHours, TradedHour } from '../src/index';

const FIRST_HOUR = 480_000;
const MS = 3_600_000;
const marketId = new Uint8Array(32).fill(7);

interface Trade {
  readonly seq: number;
  readonly index: number;
  readonly timestampMs: number;
  readonly price: number;
  readonly quantity: number;
}

const hourOfTrade = ({ timestampMs }: Trade): number => Math.floor(timestampMs / MS);

/** By definition, from the list of all trades. */
function naive(trades: readonly Trade[], hour: number): DayFigures {
  const lastOf = (some: readonly Trade[]): number | null => some.at(-1)?.price ?? null;
  const until = (end: number) => trades.filter((trade) => hourOfTrade(trade) <= end);
  const day = trades.filter((trade) => hourOfTrade(trade) > hour - 24);
  const reference = lastOf(until(hour - 24)) ?? day[0]?.price ?? null;
  const last = lastOf(trades);
  return {
    change24hBps: last === null || reference === null ? null : last - reference,
    volume24h: day.reduce((sum, { quantity }) => sum + quantity, 0),
    sparkline: Array.from({ length: 24 }, (_, at) => lastOf(until(hour - 23 + at))),
  };
}

/** As the projector's candles have them. */
function pastOf(trades: readonly Trade[], until: PastHours['until'], fromHour: number): PastHours {
  const hours: TradedHour[] = [];
  let closeBefore: number | null = null;
  for (const trade of trades) {
    const hour = hourOfTrade(trade);
    const last = hours.at(-1);
    const { price, quantity } = trade;
    if (hour < fromHour) closeBefore = price;
    else if (last?.hour !== hour) hours.push({ hour, open: price, close: price, volume: quantity });
    else {
      hours[hours.length - 1] = { ...last, close: price, volume: last.volume + quantity };
    }
  }
  const isTraded = hours.length > 0 || closeBefore !== null;
  return { until, markets: new Map(isTraded ? [[byteKey(marketId), { hours, closeBefore }]] : []) };
}

const eventOf = ({ seq, index, timestampMs, price, quantity }: Trade): SequencedEvent => {
  const isYes = price % 2 === 0;
  const fill = {
    outcome: isYes ? 'yes' : 'no',
    price: isYes ? price : 10_000 - price,
    quantity,
    settlementType: 'mint',
  } as Fill;
  return { seq, index, timestampMs, event: { kind: 'trade', marketId, fill, makerFilled: 1 } };
};

const viewOf = (trades: readonly Trade[]): EventView => ({
  eventId: 'event',
  question: '?',
  description: '',
  category: { name: 'any', sub: '' },
  expiry: 9_000_000_000,
  mutuallyExclusive: false,
  feeBps: 0,
  makerRebatePct: 0,
  opensAt: null,
  createdMs: 0,
  createdSeq: 1,
  markets: [
    {
      marketId,
      label: 'Yes',
      status: 'active',
      caseId: null,
      dueMs: null,
      bestBid: 0,
      bestAsk: 10_000,
      lastPrice: trades.at(-1)?.price ?? null,
      resolution: null,
      resolutionPrice: null,
      resolvedMs: null,
      paidMicroUsdc: null,
      volume: trades.reduce((sum, { quantity }) => sum + quantity, 0),
      openInterest: 0,
    },
  ],
});

/** Some trades of one command, and time between. */
const steps = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 9_999 }),
    quantity: fc.integer({ min: 1, max: 50 }),
    isSameCommand: fc.boolean(),
    minutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 }), fc.integer({ max: 4_000 })),
  }),
  { maxLength: 60 },
);

function tradesOf(
  drawn: readonly { price: number; quantity: number; isSameCommand: boolean; minutes: number }[],
) {
  const trades: Trade[] = [];
  let [seq, index, timestampMs] = [2, 0, FIRST_HOUR * MS];
  for (const { price, quantity, isSameCommand, minutes } of drawn) {
    if (isSameCommand && trades.length > 0) index++;
    else {
      seq++;
      index = 0;
      timestampMs += Math.max(0, minutes) * 60_000;
    }
    trades.push({ seq, index, timestampMs, price, quantity });
  }
  return trades;
}

const endHour = (trades: readonly Trade[]): number =>
  trades.length === 0 ? FIRST_HOUR : hourOfTrade(trades.at(-1)!);

describe("the day's figures", () => {
  it('are those of all trades, of a market followed from its beginning', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 30 }), (drawn, later) => {
        const trades = tradesOf(drawn);
        const catalogue = new LiveCatalogue();
        catalogue.load([viewOf([])], 1);
        for (const [at, trade] of trades.entries()) {
          catalogue.apply(eventOf(trade));
          const { market } = catalogue.market(marketId)!;
          const hour = hourOfTrade(trade);
          const sofar = trades.slice(0, at + 1);
          expect(market.day(hour)).toEqual(naive(sofar, hour));
          expect(market.dayRank(hour)).toBe(naive(sofar, hour).volume24h);
        }
        const hour = endHour(trades) + later;
        expect(catalogue.market(marketId)!.market.day(hour)).toEqual(naive(trades, hour));
      }),
    );
  });

  it('are the same, joined of history and of the stream, wherever each of them is', () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        steps.filter((drawn) => drawn.length > 0),
        fc.tuple(cut, cut, cut),
        fc.nat({ max: 30 }),
        (drawn, cuts, later) => {
          const trades = tradesOf(drawn);
          const seqs = [...new Set(trades.map(({ seq }) => seq))];
          const seqAt = (part: number) => seqs[Math.floor(part * (seqs.length - 1))]!;
          const [first, second, third] = cuts.toSorted((a, b) => a - b) as [number, number, number];
          // The views are as of one command, the wait begins after a later one, and history has that at least.
          const [viewSeq, waitSeq] = [seqAt(first), seqAt(second)];
          const historyAt = Math.max(
            trades.findLastIndex(({ seq }) => seq <= waitSeq),
            Math.floor(third * (trades.length - 1)),
          );
          const until = trades[historyAt]!;
          const catalogue = new LiveCatalogue();
          catalogue.load([viewOf(trades.filter(({ seq }) => seq <= viewSeq))], viewSeq);
          const { market } = catalogue.market(marketId)!;
          const apply = (some: readonly Trade[]) => {
            for (const trade of some) catalogue.apply(eventOf(trade));
          };
          apply(trades.filter(({ seq }) => seq <= waitSeq));
          expect(market.day(FIRST_HOUR).volume24h).toBeNull();
          catalogue.dayStart.begin();
          // History may be ahead of the stream, or behind it.
          const loadedAfter = seqAt((first + third) / 2);
          const waiting = trades.filter(({ seq }) => seq > waitSeq && seq <= loadedAfter);
          apply(waiting);
          const fromHour =
            endHour(
              [...trades.slice(0, historyAt + 1), ...waiting].toSorted(
                (a, b) => a.timestampMs - b.timestampMs,
              ),
            ) - 24;
          const past = pastOf(trades.slice(0, historyAt + 1), until, fromHour);
          expect(catalogue.loadDay(past)).toHaveLength(1);
          apply(trades.filter(({ seq }) => seq > Math.max(waitSeq, loadedAfter)));
          const hour = endHour(trades) + later;
          expect(market.day(hour)).toEqual(naive(trades, hour));
          expect(catalogue.dayStart.markets).toEqual([]);
        },
      ),
    );
  });
});
