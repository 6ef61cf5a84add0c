/**
 * What bounds the operator's loss where the world changed after a price was fixed. The user is never charged more than
 * was quoted; what it costs beyond that is paid out of the markup that was collected, and never out of more.
 */
import { itemOf } from './gas-bill';
import type { GasItem } from './gas-bill';

/** Micro-USDC, both since the beginning. */
export interface GasReserve {
  /** Markup of withdrawals that were paid. */
  readonly collectedMicroUsdc: number;
  /** What chains took that nobody was charged for. */
  readonly spentMicroUsdc: number;
}

/** Below zero only by transactions that failed: nobody can foresee these. */
export const reserveLeft = ({ collectedMicroUsdc, spentMicroUsdc }: GasReserve): number =>
  collectedMicroUsdc - spentMicroUsdc;

/** `null`: there is not so much left, and nothing is taken. */
export const drawReserve = (reserve: GasReserve, microUsdc: number): GasReserve | null =>
  reserveLeft(reserve) < microUsdc
    ? null
    : { ...reserve, spentMicroUsdc: reserve.spentMicroUsdc + microUsdc };

/** Who pays for the token account of a payout. */
export type PayoutAccount =
  /** Nobody: it is there. The transaction is made so that it fails where it is closed meanwhile. */
  | 'there'
  /** The user, by the fee that was fixed, or the reserve that was drawn before: it is made where it is missing. */
  | 'paid_for'
  /** Nobody yet: it was there when the price was fixed, and was closed since. */
  | 'uncovered';

export function payoutAccountOf(look: {
  readonly isThere: boolean;
  /** `null` where only the sum is known. */
  readonly gasItems: readonly GasItem[] | null;
  readonly drawnMicroUsdc: number;
}): PayoutAccount {
  const { isThere, gasItems, drawnMicroUsdc } = look;
  if (drawnMicroUsdc > 0 || itemOf(gasItems ?? [], 'account_rent') > 0) return 'paid_for';
  return isThere ? 'there' : 'uncovered';
}

/** What a withdrawal that was paid brings the reserve. */
export const collectedOf = (gasItems: readonly GasItem[] | null): number =>
  itemOf(gasItems ?? [], 'markup');
