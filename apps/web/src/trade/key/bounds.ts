/** What the key of a browser may do at most: its owner signs it, and alone may raise it. */
import { BellwetherError } from '@bellwether/client';
import type { DetailsOf, TradingKey } from '@bellwether/client';
import { signal } from '@preact/signals';

/** `at_most`: micro-USDC a UTC day. `price_band`: basis points around the market's price. */
export type KeyBounds = Pick<TradingKey, 'at_most' | 'price_band' | 'redeem'>;

/** The pages redeem nothing: a pair is sold, or paid when its market is decided. */
export const DEFAULT_BOUNDS: KeyBounds = {
  at_most: 100_000_000,
  price_band: 1_000,
  redeem: false,
};

/** Of a refusal: which bound, and by how much. */
export type BoundHit = DetailsOf<'TRADING_KEY_BOUND'>;

export const boundHitBy = (error: unknown): BoundHit | null =>
  error instanceof BellwetherError && error.is('TRADING_KEY_BOUND') ? error.details : null;

/** The dialog in which the owner changes them is open; `hit`: what an order has met. */
export const changingBounds = signal<{ readonly hit: BoundHit | null } | null>(null);
