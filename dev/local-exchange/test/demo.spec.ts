import { describe, expect, it } from 'vitest';
import { demoEvents } from '../src/demo/demo-events';
import { quotesAround } from '../src/demo/demo-quotes';

const DAYS_30_SECONDS = 30 * 86_400;

describe('the demo', () => {
  it.each(['2026-01-01', '2026-05-20', '2026-12-31', '2032-02-29'])(
    'opens markets that live on for a month or more, on %s',
    (day) => {
      const nowMs = Date.parse(day);
      for (const { event } of demoEvents(nowMs)) {
        expect(event.expiry).toBeGreaterThanOrEqual(nowMs / 1_000 + DAYS_30_SECONDS);
      }
    },
  );

  it('has a binary event and one whose outcomes exclude each other, with prices that add up to 1 USD', () => {
    const [binary, multiple] = demoEvents(0);
    expect(binary?.event).toMatchObject({ mutually_exclusive: false, outcomes: { length: 1 } });
    expect(multiple?.event).toMatchObject({ mutually_exclusive: true, outcomes: { length: 5 } });
    for (const { event, fairPrices } of demoEvents(0)) {
      if (!event.mutually_exclusive) continue;
      const prices = Object.values(fairPrices);
      expect(prices.reduce((sum, price) => sum + price, 0)).toBe(10_000);
    }
  });

  it('has one market about the weather, which the README trades, and others to choose from', () => {
    const categories = demoEvents(0).map(({ event }) => event.category.name);
    expect(categories.filter((name) => name === 'weather')).toHaveLength(1);
    expect(new Set(categories).size).toBeGreaterThan(3);
    const ids = demoEvents(0).map(({ event }) => event.event_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('quotes both sides of every market without crossing itself', () => {
    for (const { event, fairPrices } of demoEvents(0)) {
      for (const { label } of event.outcomes) {
        const quotes = quotesAround(fairPrices[label] ?? 0);
        const best = (outcome: string) =>
          Math.max(
            ...quotes.filter((quote) => quote.outcome === outcome).map(({ price }) => price),
          );
        expect(best('yes') + best('no')).toBeLessThan(10_000);
        expect(quotes.every(({ price }) => price >= 1 && price <= 9_999)).toBe(true);
      }
    }
  });
});
