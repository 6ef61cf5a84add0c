/** Every page of history, as the gateway and the signer read it. */
import {
  CANDLE_INTERVALS,
  CandleHistory,
  LedgerHistory,
  OrderHistory,
  TradeHistory,
} from '@bellwether/persistence';
import type { CandleInterval, Database } from '@bellwether/persistence';
import { BUSIEST, END_MS, START_MS, keyId, marketId, userKey } from './world';

const DEPTHS = ['first', 'middle', 'last'] as const;
export type Depth = (typeof DEPTHS)[number];

/** How far back a page begins: 0 is the newest row, 1 the oldest. A random part makes all reads differ. */
export type Read = (back: number) => Promise<{ readonly length: number }>;

interface HistoryPage {
  readonly name: string;
  /** Rows a page may have. */
  readonly limit: number;
  readonly depths: readonly Depth[];
  readonly read: Read;
}

const DEFAULT_LIMIT = 100;
const LONGEST = 1_000;
const USUAL_USER = 20_000;
const DAY = 86_400;
const END = END_MS / 1_000;
const START = START_MS / 1_000;

/** @param trades how many there are: their ids, and so the cursors, go from 1 to that */
export function historyPages(database: Database, trades: number): HistoryPage[] {
  const history = new TradeHistory(database);
  const orders = new OrderHistory(database);
  const ledger = new LedgerHistory(database);
  const items = async (page: Promise<{ readonly items: readonly unknown[] }>) => (await page).items;
  const before = (back: number, newest: number) => Math.ceil((1 - back) * newest) + 1;
  const all = (name: string, limit: number, read: Read): HistoryPage => ({
    name,
    limit,
    depths: DEPTHS,
    read,
  });
  const lists = [DEFAULT_LIMIT, LONGEST].flatMap((limit) => [
    all('trades of the busiest market', limit, (back) =>
      items(history.ofMarket(marketId(BUSIEST), { limit, before: before(back, trades) })),
    ),
    all('trades of the busiest user', limit, (back) =>
      items(history.ofUser(userKey(BUSIEST), { limit, before: before(back, trades) })),
    ),
    all('trades of a usual user', limit, (back) =>
      items(history.ofUser(userKey(USUAL_USER), { limit, before: before(back, trades) })),
    ),
    all('orders of the busiest user', limit, (back) =>
      items(orders.ofUser(userKey(BUSIEST), {}, { limit, before: before(back, trades / 2) })),
    ),
    all('orders of one market, filled', limit, (back) =>
      items(
        orders.ofUser(
          userKey(BUSIEST),
          { marketId: marketId(BUSIEST), status: 'filled' },
          { limit, before: before(back, trades / 2) },
        ),
      ),
    ),
    all('statement of the busiest user', limit, (back) =>
      items(
        ledger.ofUser(userKey(BUSIEST), {
          limit,
          before: { seq: before(back, trades) + 1_000, eventIndex: 0 },
        }),
      ),
    ),
    all('trades of the busiest key, and totals', limit, (back) =>
      items(history.ofBuilderKey(keyId(BUSIEST), {}, { limit, before: before(back, trades) })),
    ),
    all('… in one market', limit, (back) =>
      items(
        history.ofBuilderKey(
          keyId(BUSIEST),
          { marketId: marketId(BUSIEST) },
          { limit, before: before(back, trades) },
        ),
      ),
    ),
    all('… in 20 days and some seconds', limit, (back) => {
      const fromSeconds = Math.floor(START + (1 - back) * (END - START - 21 * DAY)) + 17;
      const filter = { fromSeconds, toSeconds: fromSeconds + 20 * DAY + 41_021 };
      return items(history.ofBuilderKey(keyId(BUSIEST), filter, { limit }));
    }),
  ]);
  return [...lists, ...candlePages(new CandleHistory(database)), ...singles(orders, trades)];
}

function candlePages(candles: CandleHistory): HistoryPage[] {
  return intervals().flatMap(([interval, seconds]) =>
    [200, 1_500].map((count) => ({
      name: `candles of ${interval}`,
      limit: count,
      depths: DEPTHS,
      read: (back: number) => {
        const span = Math.max(0, END - START - count * seconds);
        const fromSeconds = Math.floor(START + (1 - back) * span);
        const window = { fromSeconds, toSeconds: fromSeconds + count * seconds, nowSeconds: END };
        return candles.ofMarket(marketId(BUSIEST), { interval, ...window });
      },
    })),
  );
}

function intervals(): (readonly [CandleInterval, number])[] {
  const names = ['1m', '5m', '15m', '1h', '1d'] as const;
  return names.map((name) => [name, CANDLE_INTERVALS[name]] as const);
}

/** One row each. The owner of a random order is the user that the fill gave it to. */
const singles = (orders: OrderHistory, trades: number): HistoryPage[] => [
  {
    name: 'an order by its nonce',
    limit: 1,
    depths: DEPTHS,
    read: async (back) => {
      const nonce = Math.ceil((1 - back) * (trades / 2));
      return (await orders.byNonce(userKey(BUSIEST), nonce)) === null ? [] : [nonce];
    },
  },
  {
    name: 'an order by its id',
    limit: 1,
    depths: DEPTHS,
    read: async (back) => {
      const id = Math.ceil((1 - back) * (trades / 2));
      return (await orders.byId(userKey(BUSIEST), id)) === null ? [] : [id];
    },
  },
];
