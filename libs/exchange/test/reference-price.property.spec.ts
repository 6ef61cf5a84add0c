/** The reference prices that a market keeps in two numbers an outcome are those that all of its trades give. */
import { describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { OUTCOMES } from '../src/command';
import { ACTIVE, MarketTable } from '../src/markets/market-table';
import { pricesOf } from './oracle/key-bounds';
import type { Market, State, Terms } from './oracle/state';
import { COMMANDS, SEED } from './run-options';

const MARKETS = Math.ceil(COMMANDS / 100);
const TRADES = 100;
/** A reference price falls by 1 bp in five minutes: by none, by a few, by all. */
const PAUSES_MS = [0, 1, 299_999, 300_000, 300_001, 3_000_000, 86_400_000, 4_000_000_000];

describe(`after random trades, seed ${SEED}`, () => {
  it('both outcomes have the reference price that the oracle finds', () => {
    const random = new Random(SEED);
    for (let markets = 0; markets < MARKETS; markets++) {
      const table = new MarketTable(1, 1);
      const terms = { marketId: new Uint8Array(32), event: 1, feeBps: 0, makerRebatePct: 0 };
      const number = table.create({ ...terms, status: ACTIVE });
      const market = { openOrders: [], prices: [] as Market['prices'][number][], lastPrice: null };
      const [width, pauses] = [random.pick([3, 40, 9_998]), random.between(1, PAUSES_MS.length)];
      let nowMs = 1_700_000_000_000;
      for (let trades = 0; trades < TRADES; trades++) {
        const price = random.between(1, 1 + width);
        table.traded(number, price, 1, nowMs);
        market.prices.push({ ms: nowMs, price });
        nowMs += random.pick(PAUSES_MS.slice(0, pauses));
        const state = { timestampMs: nowMs } as State;
        const traded = { ...market, lastPrice: price } as unknown as Market;
        const expected = OUTCOMES.map(
          (outcome) => pricesOf(state, traded, { outcome } as Terms).worth,
        );
        const found = OUTCOMES.map((_, outcome) => table.referencePrice(number, outcome, nowMs));
        const { prices } = market;
        expect({ found, prices }).toEqual({ found: expected, prices });
      }
    }
  });
});
