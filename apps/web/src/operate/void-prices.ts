/** What a void pays in each open market of an event whose outcomes exclude each other: basis points of a YES contract. */
import type { OutcomeEntry } from '@bellwether/client';

const WHOLE = 10_000;

export type Prices = Readonly<Record<string, number>>;
type Priced = Pick<OutcomeEntry, 'market_id' | 'yes_price' | 'resolution'>;

const openOf = (outcomes: readonly Priced[]): readonly Priced[] =>
  outcomes.filter(({ resolution }) => resolution === null);

/** What is missing to a dollar goes by 1 bp to the first in order of creation. */
export function equalShares(outcomes: readonly Priced[]): Prices {
  const open = openOf(outcomes);
  const share = Math.floor(WHOLE / open.length);
  const missing = WHOLE - share * open.length;
  return Object.fromEntries(
    open.map(({ market_id: id }, at) => [id, share + (at < missing ? 1 : 0)]),
  );
}

/**
 * The last fair prices. They are scaled to a dollar where exactly one outcome comes true, and where they are more than
 * that; what rounding leaves goes by 1 bp to the first. Equal shares where nothing has a price.
 */
export function lastFairPrices(outcomes: readonly Priced[], isExhaustive: boolean): Prices {
  const open = openOf(outcomes);
  const fair = open.map(({ yes_price: price }) => price);
  const sum = fair.reduce((a, b) => a + b, 0);
  if (sum === 0) return equalShares(outcomes);
  const isScaled = isExhaustive || sum > WHOLE;
  const shares = isScaled ? fair.map((price) => Math.floor((price * WHOLE) / sum)) : fair;
  const missing = isScaled ? WHOLE - shares.reduce((a, b) => a + b, 0) : 0;
  return Object.fromEntries(
    open.map(({ market_id: id }, at) => [id, shares[at]! + (at < missing ? 1 : 0)]),
  );
}
