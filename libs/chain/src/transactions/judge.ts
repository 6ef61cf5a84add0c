/**
 * Concludes a signature's state from nodes' statements. A pure rule, so that every mixture of lagging, lying and honest
 * nodes can be listed in a table.
 */
import type { StoredTransaction, TransactionState } from './stored-transaction';

/** One node's statements, in the order requested: its finality, then the signature's status. */
export interface Sighting {
  /** Height of the node's newest finalized block. */
  readonly finalizedHeight: number;
  /** Slot of the node's newest finalized block. */
  readonly finalizedSlot: number;
  /** True if its history reaches back to where the transaction could be; otherwise not knowing it proves nothing. */
  readonly remembers: boolean;
  readonly status: SignatureStatus | null;
}

export interface SignatureStatus {
  readonly slot: number;
  readonly isFinalized: boolean;
  readonly error: string | null;
}

/** `sightings[place]` contradicts another node's: an alarm, whatever the judgement is. */
export interface Contradiction {
  readonly place: number;
  readonly why: string;
}

export interface Judgement {
  readonly state: TransactionState;
  readonly contradiction?: Contradiction;
}

/**
 * @param sightings of the nodes that answered, at least the required number of witnesses
 * @param isWhole true if every configured node is among them; nothing expires otherwise
 *
 * - `final`: all say finalized, in the same slot, with the same outcome.
 * - `expired`: all nodes answered; on each, the finalized height had passed `lastValidBlockHeight` before the signature
 *   was requested; each still has the blocks in which it could be; and none knows the signature.
 * - A node that has finalized the slot where another finalized the transaction, and does not know it, contradicts it.
 */
export function judge(
  kept: Pick<StoredTransaction, 'lastValidBlockHeight'>,
  sightings: readonly Sighting[],
  isWhole: boolean,
): Judgement {
  const contradiction = contradictionAmong(sightings);
  const known = sightings.flatMap(({ status }) => (status === null ? [] : [status]));
  const [first] = known;
  if (first === undefined) {
    const isPast = sightings.every(
      ({ finalizedHeight, remembers }) => remembers && finalizedHeight > kept.lastValidBlockHeight,
    );
    return {
      state:
        isWhole && isPast && sightings.length > 0 ? { state: 'expired' } : { state: 'pending' },
    };
  }
  if (contradiction !== undefined) return { state: { state: 'pending' }, contradiction };
  const isFinal = known.length === sightings.length && known.every((status) => status.isFinalized);
  if (isFinal) return { state: { state: 'final', slot: first.slot, error: first.error } };
  const slot = Math.max(...known.map((status) => status.slot));
  return { state: { state: 'confirmed', slot } };
}

function contradictionAmong(sightings: readonly Sighting[]): Contradiction | undefined {
  const final = sightings.find(({ status }) => status?.isFinalized === true)?.status;
  if (!final) return undefined;
  for (const [place, { status, finalizedSlot }] of sightings.entries()) {
    if (status === null || !status.isFinalized) {
      // If one node has finalized it and another has not reached that slot, the other only lags.
      if (finalizedSlot >= final.slot) return { place, why: 'finalized elsewhere, not here' };
    } else if (status.slot !== final.slot) {
      return { place, why: 'finalized in another slot' };
    } else if ((status.error === null) !== (final.error === null)) {
      return { place, why: 'finalized with another outcome' };
    }
  }
  return undefined;
}
