import type { Resolution } from '../command';
import { MICRO_USDC_PER_BP, MICRO_USDC_PER_CONTRACT, PRICE_SCALE_BPS } from '../limits';

export const DEFAULT_VOID_PRICE_BPS = PRICE_SCALE_BPS / 2;

/** How a market is resolved. `price` is null unless it is a void. */
export interface Ending {
  readonly resolution: Resolution;
  readonly price: number | null;
}

/** The ending that a command names. A void without a price is at 5000. */
export const endingOf = (resolution: Resolution, price: number | null): Ending => ({
  resolution,
  price: resolution === 'void' ? (price ?? DEFAULT_VOID_PRICE_BPS) : null,
});

/** Exact: the YES and NO prices of a void add up to 1 USD, so all payouts add up to the collateral. */
export function payoutOf({ resolution, price }: Ending, yes: number, no: number): number {
  if (resolution === 'yes') return yes * MICRO_USDC_PER_CONTRACT;
  if (resolution === 'no') return no * MICRO_USDC_PER_CONTRACT;
  const yesPrice = price ?? DEFAULT_VOID_PRICE_BPS;
  return MICRO_USDC_PER_BP * (yesPrice * yes + (PRICE_SCALE_BPS - yesPrice) * no);
}
