import type { BookLevel, BookView } from '@bellwether/exchange';
import { midpointOf, mirrored } from './prices';
import { presentMarketId, presentPlace } from './units';
import type { AsOf } from './units';

const presentLevel = ({ price, size, orders }: BookLevel) => ({ price, size, orders });
const presentMirrored = (level: BookLevel) => ({
  ...presentLevel(level),
  price: mirrored(level.price),
});

/**
 * Both sides of both outcomes, best first. There is one book, in YES terms; `no` is its exact mirror: a bid for YES
 * at p is an offer of NO at 10000 - p. `midpoint` and `spread` (YES) are null where a side is empty.
 */
export function presentBook(marketId: Uint8Array, view: BookView, asOf: AsOf) {
  const bid = view.bids[0]?.price;
  const ask = view.asks[0]?.price;
  const hasBoth = bid !== undefined && ask !== undefined;
  return {
    market_id: presentMarketId(marketId),
    ...presentPlace(asOf),
    status: view.status,
    yes: { bids: view.bids.map(presentLevel), asks: view.asks.map(presentLevel) },
    no: { bids: view.asks.map(presentMirrored), asks: view.bids.map(presentMirrored) },
    midpoint: hasBoth ? midpointOf(bid, ask) : null,
    spread: hasBoth ? ask - bid : null,
    last_price: view.lastPrice,
  };
}
