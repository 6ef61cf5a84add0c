/**
 * Finds the owner of a payment that the bridge made into a proxy wallet. Anybody may send to one over the bridge, and
 * the number of our own transfer is known only once the relayer has reported it.
 */
export interface NumberedTransfer {
  readonly depositId: Uint8Array;
  /** Null until the relayer has reported it. */
  readonly transferSequence: number | null;
}

/**
 * - `deposit`: it is this deposit's transfer
 * - `not_known`: one of the user's transfers has no reported number yet, and it may be this one
 * - `foreign`: it is none of our transfers, so it is a deposit by itself
 */
export type BridgedOwner =
  | { readonly kind: 'deposit'; readonly depositId: Uint8Array }
  | { readonly kind: 'not_known' | 'foreign' };

/** `transfers`: the signed, unexpired transfers of the user's deposits, at least until their numbers are reported. */
export function ownerOfBridged(
  sequence: number,
  transfers: readonly NumberedTransfer[],
): BridgedOwner {
  const own = transfers.find(({ transferSequence }) => transferSequence === sequence);
  if (own !== undefined) return { kind: 'deposit', depositId: own.depositId };
  const isOpen = transfers.some(({ transferSequence }) => transferSequence === null);
  return { kind: isOpen ? 'not_known' : 'foreign' };
}
