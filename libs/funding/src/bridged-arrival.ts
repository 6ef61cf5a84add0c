/**
 * Finds the owner of a payment that the bridge made into a proxy wallet, or into a split account. Anybody may send to a
 * wallet over the bridge, and the number of our own transfer is known only once the relayer has reported it. Anybody may
 * make a split account too; the list of our own transfer is known from the start.
 */
import { sameBytes } from '@bellwether/codec';
import { decodeSplit, isLeftOf } from './split';

/** What identifies a payment: the number of its message or, out of a split account, that one's list and a place in it. */
export interface BridgedBy {
  readonly transferSequence: number | null;
  readonly split: Uint8Array | null;
  readonly share: number;
}

/** `transferSequence`: null until the relayer has reported it. */
export interface SignedTransfer extends BridgedBy {
  readonly depositId: Uint8Array;
}

/**
 * - `deposit`: it is this deposit's transfer
 * - `not_known`: one of the user's transfers has no reported number yet, and it may be this one
 * - `foreign`: it is none of our transfers, so it is a deposit by itself
 */
export type BridgedOwner =
  | { readonly kind: 'deposit'; readonly depositId: Uint8Array }
  | { readonly kind: 'not_known' | 'foreign' };

/**
 * `transfers`: the signed, unexpired transfers of the user's deposits, at least until their numbers are reported; of those
 * that are shared, the ones that no payment belongs to, oldest first: a list may name an account twice for one amount.
 */
export function ownerOfBridged(
  payment: BridgedBy,
  transfers: readonly SignedTransfer[],
): BridgedOwner {
  const isShared = payment.split !== null;
  const alike = transfers.filter(({ split }) => (split !== null) === isShared);
  const own = alike.find((one) =>
    isShared ? isShareOf(payment, one) : one.transferSequence === payment.transferSequence,
  );
  if (own !== undefined) return { kind: 'deposit', depositId: own.depositId };
  const isOpen = !isShared && alike.some((one) => one.transferSequence === null);
  return { kind: isOpen ? 'not_known' : 'foreign' };
}

/** Out of the list's account, or out of that of what was left of it. */
function isShareOf(payment: BridgedBy, transfer: BridgedBy): boolean {
  const [list, whole] = [decodeSplit(payment.split!), decodeSplit(transfer.split!)];
  const [paid, own] = [list.entries[payment.share]!, whole.entries[transfer.share]!];
  return (
    paid.amountMicroUsdc === own.amountMicroUsdc &&
    sameBytes(paid.account, own.account) &&
    isLeftOf(list, whole)
  );
}
