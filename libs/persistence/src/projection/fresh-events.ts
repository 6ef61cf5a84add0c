import { Fault, assert } from '@bellwether/errors';
import type { EventBatch, SequencedEvent } from '@bellwether/exchange';
import type { Records } from '../columns';

export const CURSOR_FIELDS = ['streamSequence', 'seq', 'index'] as const;

/** How far history has come: the last event applied, and the event stream's sequence of the message that held it. */
export type ProjectionCursor = Pick<Records['ProjectionCursor'], (typeof CURSOR_FIELDS)[number]>;

export const BEFORE_ALL: ProjectionCursor = { streamSequence: 0, seq: 0, index: 0 };

/** A message of the event stream with its stream sequence. */
export interface StreamedBatch {
  readonly streamSequence: number;
  readonly batch: EventBatch;
}

export interface FreshEvents {
  readonly events: readonly SequencedEvent[];
  /** Number of events that history already has. */
  readonly skipped: number;
  /** History's position after these events. */
  readonly cursor: ProjectionCursor;
}

/**
 * The events of `batches` that history lacks. Repeats are left out: messages are redelivered after a crash on either
 * side.
 *
 * @throws Fault (poison) if a batch continues from a position that history has not reached: an event is missing, and no
 * later event can be applied
 */
export function freshEvents(
  from: ProjectionCursor,
  batches: readonly StreamedBatch[],
): FreshEvents {
  const events: SequencedEvent[] = [];
  let cursor = from;
  let skipped = 0;
  for (const { streamSequence, batch } of batches) {
    const previous = { seq: batch.previousSeq, index: batch.previousIndex };
    if (isAfter(previous, cursor)) throw gap(streamSequence, previous, cursor);
    let last: Place = previous;
    for (const event of batch.events) {
      assert(isAfter(event, last), () => `events of message ${streamSequence} are in order`);
      last = event;
      if (isAfter(event, cursor)) {
        events.push(event);
        cursor = { ...cursor, seq: event.seq, index: event.index };
      } else {
        skipped++;
      }
    }
    cursor = { ...cursor, streamSequence: Math.max(cursor.streamSequence, streamSequence) };
  }
  return { events, skipped, cursor };
}

interface Place {
  readonly seq: number;
  readonly index: number;
}

/** The position before all events is 0.0; no event has seq 0. */
const isAfter = (a: Place, b: Place): boolean =>
  a.seq > b.seq || (a.seq === b.seq && a.index > b.index);

const gap = (streamSequence: number, previous: Place, cursor: Place): Fault =>
  new Fault(
    'poison',
    `message ${streamSequence} continues event ${previous.seq}.${previous.index}, ` +
      `history ends at ${cursor.seq}.${cursor.index}`,
  );
