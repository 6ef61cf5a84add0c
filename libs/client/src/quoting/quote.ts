import { InvalidInputError } from '../errors';
import { MAX_INTEGER } from '../limits';
import { PRICE_SCALE_BPS } from '../money';

/** The quote that a maker wants in the book of a market. Prices are basis points of YES. */
export interface Quote {
  readonly market_id: string;
  /** Buys YES here; null: not at all. */
  readonly bid: number | null;
  /** Sells YES here, above the bid; null: not at all. */
  readonly ask: number | null;
  /** Contracts on each side. */
  readonly size: number;
}

/** The quote with its market in the form in which the exchange answers. @throws InvalidInputError */
export function checkedQuote({ market_id: marketId, bid, ask, size }: Quote): Quote {
  requirePrice('bid', bid);
  requirePrice('ask', ask);
  if (bid !== null && ask !== null && bid >= ask) {
    throw new InvalidInputError('ask', ask, `above the bid, which is ${bid}`);
  }
  if (!Number.isInteger(size) || size < 1 || size > MAX_INTEGER) {
    throw new InvalidInputError('size', size, 'a number of contracts, at least 1');
  }
  return { market_id: marketId.toLowerCase(), bid, ask, size };
}

function requirePrice(field: 'bid' | 'ask', price: number | null): void {
  if (price === null || (Number.isInteger(price) && price > 0 && price < PRICE_SCALE_BPS)) return;
  throw new InvalidInputError(field, price, 'null, or basis points from 1 to 9999');
}
