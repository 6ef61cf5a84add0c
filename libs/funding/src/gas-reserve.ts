/**
 * Bounds the operator's loss when costs rise after a fee was fixed. The user never pays more than the quoted fee; the
 * excess is paid from the markup collected so far, and from nothing else.
 */
import { itemOf } from './gas-bill';
import type { GasItem } from './gas-bill';

/** Micro-USDC, both cumulative. */
export interface GasReserve {
  /** Markup of paid withdrawals. */
  readonly collectedMicroUsdc: number;
  /** Chain costs that no user was charged for. */
  readonly spentMicroUsdc: number;
}

/** Negative only through failed transactions, whose costs cannot be known in advance. */
export const reserveLeft = ({ collectedMicroUsdc, spentMicroUsdc }: GasReserve): number =>
  collectedMicroUsdc - spentMicroUsdc;

/** Who pays for a payout's token account. */
export type PayoutAccount =
  /** Nobody: it exists. The transaction is built to fail if the account is closed meanwhile. */
  | 'there'
  /** The user, through the fixed fee: the account is created if missing. */
  | 'paid_for'
  /** Nobody: it existed when the fee was fixed and was closed since. */
  | 'uncovered';

export function payoutAccountOf(look: {
  readonly isThere: boolean;
  /** `null` if only the sum is known. */
  readonly gasItems: readonly GasItem[] | null;
}): PayoutAccount {
  const { isThere, gasItems } = look;
  if (itemOf(gasItems ?? [], 'account_rent') > 0) return 'paid_for';
  return isThere ? 'there' : 'uncovered';
}

/** The reserve's income from a paid withdrawal. */
export const collectedOf = (gasItems: readonly GasItem[] | null): number =>
  itemOf(gasItems ?? [], 'markup');
