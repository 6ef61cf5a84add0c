import type { EventBatch, ExchangeEvent, SequencedEvent } from '@bellwether/exchange';

/** The engine's present state, published after each command: three of an order's five events. */
const STATE_DELTAS: ReadonlySet<ExchangeEvent['kind']> = new Set([
  'book_level',
  'balance',
  'position',
]);

/**
 * A batch without the events that history has no rows for; its last one stays, as the cursor moves there. A reader that
 * holds batches for a while holds less.
 */
export function historyPartOf(batch: EventBatch): EventBatch {
  const last = batch.events.length - 1;
  const isKept = ({ event }: SequencedEvent, at: number): boolean =>
    at === last || !STATE_DELTAS.has(event.kind);
  return { ...batch, events: batch.events.filter(isKept) };
}
