import { BEFORE_ALL_EVENTS, afterSeq, compareOffsets, consumeEvents } from '@bellwether/bus';
import type { Bus, EventOffset } from '@bellwether/bus';
import type { Logger } from '@bellwether/runtime';
import { bufferAfter } from './hub';
import type { ReplayBuffer } from './replay-buffer';
import { COMMANDS_READ_BACK, READ_BACK_TIMEOUT_MS } from './limits';

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
  upTo: EventOffset,
): Promise<ReplayBuffer | undefined> {
  const since = Math.max(0, upTo.seq - COMMANDS_READ_BACK);
  const buffer = bufferAfter(since);
  if (compareOffsets(upTo, BEFORE_ALL_EVENTS) === 0) return buffer;
  const done = new AbortController();
  let isComplete = false;
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(READ_BACK_TIMEOUT_MS)]);
  const after = since === 0 ? BEFORE_ALL_EVENTS : afterSeq(since);
  const options = { shard, after, signal, laterFields: 'skip' } as const;
  try {
    await consumeEvents(options, { bus, log }, (batches) => {
      const events = batches.flatMap(({ batch }) => batch.events);
      buffer.add(events.filter((event) => compareOffsets(event, upTo) <= 0));
      const last = events.at(-1);
      isComplete = last !== undefined && compareOffsets(last, upTo) >= 0;
      if (isComplete) done.abort();
    });
  } catch (error) {
    log.warn({ err: error, since, seq: upTo.seq }, 'streams: the last events cannot be read');
    return undefined;
  }
  if (!isComplete) log.warn({ since, seq: upTo.seq }, 'streams: reading back took too long');
  else log.info({ since: buffer.since, seq: upTo.seq, events: buffer.count }, 'streams: read back');
  return isComplete ? buffer : undefined;
}
