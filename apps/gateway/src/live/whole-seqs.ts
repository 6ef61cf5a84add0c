import { MAX_EVENT_BATCH_BYTES, compareOffsets } from '@bellwether/bus';
import type { EventOffset } from '@bellwether/bus';
import type { ExchangeEvent, SequencedEvent } from '@bellwether/exchange';

/** A new event of the catalogue, or a fee schedule, is as long as the command that made it. */
const MAX_EVENT_BYTES = 64 * 1024;
/** Of these, one that tells of a hundred markets. */
const LONG_EVENTS: readonly ExchangeEvent['kind'][] = ['event_created', 'fees', 'event_archived'];
/** Every other, with the texts of a refusal. */
const MAX_ORDINARY_EVENT_BYTES = 1_024;

/**
 * Lets events through by whole seqs: in the middle of one a view shows what never was. The events of a seq are cut over
 * messages only where one would grow too large, so a batch that is surely smaller ends with a whole seq. Of any other the
 * last seq is held until an event of a later one comes, or the engine says that its events end there.
 */
export class WholeSeqs {
  private held: readonly SequencedEvent[] = [];

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  /** @returns the events of seqs that are known to be whole now, in order */
  take(batch: readonly SequencedEvent[]): readonly SequencedEvent[] {
    const all = this.isHolding ? [...this.held, ...batch] : batch;
    this.held = [];
    if (!mayBeCut(batch)) return all;
    const lastSeq = all.at(-1)?.seq;
    let whole = all.length;
    while (whole > 0 && all[whole - 1]?.seq === lastSeq) whole--;
    this.held = all.slice(whole);
    return all.slice(0, whole);
  }

  /** @param end where the engine's events end @returns what was held, if that is all of its seq */
  confirm(end: EventOffset): readonly SequencedEvent[] {
    const last = this.held.at(-1);
    if (last === undefined || compareOffsets(last, end) !== 0) return [];
    const whole = this.held;
    this.held = [];
    return whole;
  }
}

function mayBeCut(batch: readonly SequencedEvent[]): boolean {
  let bytes = MAX_EVENT_BYTES;
  for (const { event } of batch) {
    bytes += LONG_EVENTS.includes(event.kind) ? MAX_EVENT_BYTES : MAX_ORDINARY_EVENT_BYTES;
  }
  return bytes > MAX_EVENT_BATCH_BYTES;
}
