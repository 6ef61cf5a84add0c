import type { OutcomeEntry } from '@bellwether/client';

/**
 * The chance of an outcome, in basis points, from its quotes or trades. Null: nobody has said one, and the 5000 of its
 * `yes_price` is nobody's.
 */
export const chanceOf = ({
  yes_price: price,
  yes_bid: bid,
  yes_ask: ask,
  last_price: last,
}: Pick<OutcomeEntry, 'yes_price' | 'yes_bid' | 'yes_ask' | 'last_price'>): number | null =>
  last === null && (bid === 0 || ask === 10_000 || ask - bid > WIDEST_QUOTED_SPREAD) ? null : price;

/** Basis points: a wider one says no price (docs/protocol/http.md, section 4). */
const WIDEST_QUOTED_SPREAD = 1_000;
