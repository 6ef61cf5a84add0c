import { BEFORE_ALL_EVENTS, afterSeq, compareOffsets, consumeEvents } from '@bellwether/bus';
import type { Bus, EventOffset } from '@bellwether/bus';
import type { Logger } from '@bellwether/runtime';
import { keptAfter } from './hub';
import type { KeptEvents } from './kept-events';
import { COMMANDS_READ_BACK, READ_BACK_PATIENCE_MS } from './limits';

export interface ReadBackParts {
  readonly bus: Bus;
  readonly shard: number;
  readonly log: Logger;
}

/**
 * Reads the events of the last commands up to and including `upTo` from the event stream, so that clients of the
 * previous process can resume. Undefined if that takes too long: clients then get snapshots.
 */
export async function readBack(
  { bus, shard, log }: ReadBackParts,
  place: EventOffset,
): Promise<KeptEvents | undefined> {
  const since = Math.max(0, place.seq - COMMANDS_READ_BACK);
  const kept = keptAfter(since);
  if (compareOffsets(place, BEFORE_ALL_EVENTS) === 0) return kept;
  const done = new AbortController();
  let isComplete = false;
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(READ_BACK_PATIENCE_MS)]);
  const after = since === 0 ? BEFORE_ALL_EVENTS : afterSeq(since);
  const options = { shard, after, signal, laterFields: 'skip' } as const;
  try {
    await consumeEvents(options, { bus, log }, (batches) => {
      const events = batches.flatMap(({ batch }) => batch.events);
      kept.keep(events.filter((event) => compareOffsets(event, place) <= 0));
      const last = events.at(-1);
      isComplete = last !== undefined && compareOffsets(last, place) >= 0;
      if (isComplete) done.abort();
    });
  } catch (error) {
    log.warn({ err: error, since, seq: place.seq }, 'streams: the last events cannot be read');
    return undefined;
  }
  if (!isComplete) log.warn({ since, seq: place.seq }, 'streams: reading back took too long');
  else log.info({ since: kept.since, seq: place.seq, events: kept.count }, 'streams: read back');
  return isComplete ? kept : undefined;
}
