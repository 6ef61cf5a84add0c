import type { EngineClient, EventOffset, ParamsOf, ResultOf } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { MarketView } from '@bellwether/exchange';
import { LiveCatalogue } from '@bellwether/market-data';
import pLimit from 'p-limit';
import { LOADED_EVENTS_A_PAGE, MAX_BOOKS_LOADED_AT_ONCE } from '../limits';

export interface LoadedMarketData {
  readonly catalogue: LiveCatalogue;
  /** The engine's offset before the first query. Later events must be applied. */
  readonly from: ResultOf<'event_place'>;
  /** The engine's offset after the last query. From there on the parts belong together. */
  readonly until: EventOffset;
}

type Asking = Pick<EngineClient, 'query'>;

/**
 * Loads all markets with their books from the engine, part by part, each as of its own seq.
 * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
 */
export async function loadMarketData(engine: Asking): Promise<LoadedMarketData> {
  const catalogue = new LiveCatalogue();
  const from = await ask(engine, 'event_place', {});
  const traded: MarketView[] = [];
  for (let before: number | undefined; ;) {
    const page = { limit: LOADED_EVENTS_A_PAGE, ...(before === undefined ? {} : { before }) };
    const { view, seq } = await ask(engine, 'events', page);
    assert(seq >= from.seq, () => `the engine went from seq ${from.seq} back to ${seq}`);
    catalogue.load(view.events, seq);
    traded.push(...view.events.flatMap(({ markets }) => markets.filter(hasBook)));
    if (view.next === null) break;
    before = view.next;
  }
  await loadBooks(engine, catalogue, traded);
  const { view: until } = await ask(engine, 'event_place', {});
  return { catalogue, from, until };
}

/** Orders that arrived since are in the events. */
const hasBook = ({ bestBid, bestAsk }: MarketView): boolean =>
  bestBid !== 0 || bestAsk !== PRICE_SCALE_BPS;

async function loadBooks(
  engine: Asking,
  catalogue: LiveCatalogue,
  markets: readonly MarketView[],
): Promise<void> {
  const limit = pLimit(MAX_BOOKS_LOADED_AT_ONCE);
  const loading = limit.map(markets, async ({ marketId }) => {
    const { view, seq } = await ask(engine, 'levels', { marketId });
    if (view !== null) catalogue.loadBook(marketId, seq, view.bids, view.asks);
  });
  await loading.finally(() => limit.clearQueue());
}

const ask = <Q extends 'event_place' | 'events' | 'levels'>(
  engine: Asking,
  what: Q,
  params: ParamsOf<Q>,
): Promise<ResultOf<Q>> => engine.query(what, params, { requestId: 'live-views' });
