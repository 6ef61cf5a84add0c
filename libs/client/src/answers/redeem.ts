import type { Place } from './place';

/** Pairs of contracts that were redeemed for 1 USD each. */
export interface Redeemed extends Place {
  readonly market_id: string;
  /** As many YES as NO are gone. */
  readonly size: number;
  readonly paid_micro_usdc: number;
  readonly nonce: number;
}
