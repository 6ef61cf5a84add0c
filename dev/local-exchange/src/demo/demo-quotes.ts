/** A resting order of the demo maker. */
export interface Quote {
  readonly side: 'buy';
  readonly outcome: 'yes' | 'no';
  /** bp of the outcome. */
  readonly price: number;
  /** Contracts. */
  readonly size: number;
}

const LEVELS = 5;
/** The best bid and offer stand this far from the fair price, the next levels again so far. */
const STEP_BPS = 100;
const BEST_SIZE = 100;
const PRICE_SCALE_BPS = 10_000;

/**
 * Both sides of a market around its fair price: bids for yes, and bids for no, which are the offers of yes. The maker
 * so needs money alone, no contracts.
 */
export function quotesAround(fairPrice: number): readonly Quote[] {
  const levels = Array.from({ length: LEVELS }, (_, level) => level + 1);
  return levels.flatMap((level) => {
    const size = BEST_SIZE * level;
    const distance = STEP_BPS * level;
    return [
      { side: 'buy', outcome: 'yes', price: fairPrice - distance, size },
      { side: 'buy', outcome: 'no', price: PRICE_SCALE_BPS - fairPrice - distance, size },
    ] as const;
  });
}
