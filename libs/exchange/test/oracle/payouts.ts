/** What a holder gets at a resolution. */
import type { Resolution } from '../../src/command';
import { MICRO_USDC_PER_CONTRACT, PRICE_SCALE, costOf } from './amounts';
import type { Position } from './state';

export const DEFAULT_VOID_PRICE = 5_000;

export function payoutOf(
  { yes, no }: Pick<Position, 'yes' | 'no'>,
  resolution: Resolution,
  price: number | null,
): bigint {
  if (resolution === 'yes') return yes * MICRO_USDC_PER_CONTRACT;
  if (resolution === 'no') return no * MICRO_USDC_PER_CONTRACT;
  const yesPrice = BigInt(price ?? DEFAULT_VOID_PRICE);
  return costOf(yesPrice, yes) + costOf(PRICE_SCALE - yesPrice, no);
}
