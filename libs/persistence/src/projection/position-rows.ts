import { positionChangesOf } from '@bellwether/exchange';
import type { ChangedPosition, SequencedEvent } from '@bellwether/exchange';

/** A change of a position, with the command that made it. */
export interface PositionChangeRow extends ChangedPosition {
  readonly seq: number;
  readonly timestampMs: number;
}

/** The changes by one event; none if it moves no contracts. */
export const positionRowsOf = ({
  event,
  seq,
  timestampMs,
}: SequencedEvent): readonly PositionChangeRow[] =>
  positionChangesOf(event).map((changed) => ({ ...changed, seq, timestampMs }));
