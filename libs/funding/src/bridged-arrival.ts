/**
 * Whose money is what the bridge paid into a proxy wallet. Anybody may send to one over the bridge, and the number of our
 * own transfer is known only when the relayer has told it.
 */
export interface NumberedTransfer {
  readonly depositId: Uint8Array;
  /** Null as long as nobody has told it. */
  readonly transferSequence: number | null;
}

/**
 * - `deposit`: it is the transfer of this one
 * - `not_known`: a transfer of the user's is under way under a number that was not told: it may be this one
 * - `foreign`: nobody's transfer of ours; so it is a deposit by itself
 */
export type BridgedOwner =
  | { readonly kind: 'deposit'; readonly depositId: Uint8Array }
  | { readonly kind: 'not_known' | 'foreign' };

/** `transfers`: of the user's deposits, those that were signed and did not expire, at least until their number was told. */
export function ownerOfBridged(
  sequence: number,
  transfers: readonly NumberedTransfer[],
): BridgedOwner {
  const own = transfers.find(({ transferSequence }) => transferSequence === sequence);
  if (own !== undefined) return { kind: 'deposit', depositId: own.depositId };
  const isOpen = transfers.some(({ transferSequence }) => transferSequence === null);
  return { kind: isOpen ? 'not_known' : 'foreign' };
}
