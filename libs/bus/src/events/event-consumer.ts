/**
 * The one loop that reads events: in order, without a gap, each event once. The handler returns, or throws what
 * it cannot do; the loop alone decides what follows. A reader keeps its own cursor (history in the transaction that
 * writes it, a live view in memory), so there is nothing to acknowledge: going on is the acknowledgement.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { InvariantViolation, Fault } from '@bellwether/errors';
import type { EventBatch } from '@bellwether/exchange';
import { pause, retryDelayMs } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { BEFORE_ALL_EVENTS, afterSeq, compareOffsets } from './event-offset';
import type { EventOffset } from './event-offset';
import { decodeBatch, eventStream, lastEventOf, placeBefore, placeOf } from './event-stream';
import type { Log } from '../connection/log';
import type { StoredMessage } from '../jetstream/stored-message';
import type { Stream } from '../jetstream/stream';
import { firstWhere } from '../jetstream/stream-bisection';
import { StreamHole } from '../jetstream/stream-hole';
import { readStream } from '../jetstream/stream-reader';
import { subjectsOf } from '../subjects';

/** A batch of events with its message's number in the event stream. */
export interface StreamedBatch {
  readonly streamSequence: number;
  readonly batch: EventBatch;
  /** Whose requests made these events, for the log: as far as the engine knew, and none after its restart. */
  readonly requestIds?: readonly string[];
}

export interface ConsumeEventsOptions {
  readonly shard: number;
  /**
   * The last event that is known already: `BEFORE_ALL_EVENTS`, a cursor, or `afterSeq(seq)` for who knows the state as
   * of `seq`. The first batch begins with the event after it.
   */
  readonly after: EventOffset;
  /** Ends the reading; the batch in hand is finished first. */
  readonly signal: AbortSignal;
  /** Between two calls of the handler, for who is in no hurry: what comes meanwhile is fetched in one go. Default none. */
  readonly restMs?: number;
}

export interface ConsumeEventsDependencies {
  readonly bus: Bus;
  readonly log: Log;
}

/** The stream has not the events that come next for this reader: they were kept no longer. The archive leads to them. */
export class EventsNotKept extends Fault {
  constructor(
    what: string,
    /** The last event before those that are kept. */
    readonly keptAfter: EventOffset,
  ) {
    super(
      'poison',
      `${what}: those between are kept no more (docs/OPERATIONS.md, "A reader that is older than the events")`,
    );
    this.name = 'EventsNotKept';
  }
}

/** Gets all that has arrived, at least one batch; nothing it had before. */
export type EventHandler = (batches: readonly StreamedBatch[]) => Promise<void> | void;

/**
 * Calls `handler` with every batch after `after`, one call at a time, until `signal` is aborted.
 *
 * - The handler returns: the loop goes on.
 * - It throws a `Fault` to `retry`, or any error but the following: the same batches again, after a growing pause.
 * - It throws a `Fault` that is `poison`, or a `InvariantViolation`: the loop ends with it. Events are a chain, so none can
 *   be set aside: a reader that cannot take one stops and says so, until someone looks.
 *
 * @throws Fault (poison) at a gap, a batch that does not decode, or a stream that is gone or was made anew; EventsNotKept
 *   where it begins after what comes next
 */
export async function consumeEvents(
  options: ConsumeEventsOptions,
  { bus, log }: ConsumeEventsDependencies,
  handler: EventHandler,
): Promise<void> {
  const { shard, signal, restMs = 0 } = options;
  const stream = eventStream({ shard, signal }, { bus, log });
  let known = options.after;
  try {
    await stream.whenCreated();
    const { first, from } = await placeInStream(stream, known, signal);
    const news = subjectsOf(shard).storedEvents;
    const reading = { stream, bus, log, signal, way: 'asked', news } as const;
    for await (const messages of readStream(reading, from)) {
      const batches: StreamedBatch[] = [];
      for (const message of messages) {
        const fresh = freshPartOf(message, known, message.sequence === first);
        if (fresh === null) continue;
        batches.push(fresh);
        known = placeOf(lastEventOf(fresh.batch));
      }
      if (batches.length === 0) continue;
      await handle(handler, batches, signal, log);
      if (restMs > 0) await sleep(restMs, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof StreamHole)
      throw new Fault('poison', `events: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The batch without the events that are known; null where that leaves nothing. @throws Fault at a gap */
function freshPartOf(
  message: StoredMessage,
  known: EventOffset,
  isFirst: boolean,
): StreamedBatch | null {
  const { sequence, data, requestIds = [] } = message;
  const batch = decodeBatch(data, sequence);
  const previous = placeBefore(batch);
  const gap = compareOffsets(previous, known);
  if (gap > 0) {
    const what = `events: message ${sequence} continues ${previous.seq}.${previous.index}, known is ${known.seq}.${known.index}`;
    if (isFirst) throw new EventsNotKept(what, previous);
    throw new Fault('poison', what);
  }
  if (gap === 0) return { streamSequence: sequence, batch, requestIds };
  const events = batch.events.filter((event) => compareOffsets(placeOf(event), known) > 0);
  if (events.length === 0) return null;
  const fresh = { previousSeq: known.seq, previousIndex: known.index, events };
  return { streamSequence: sequence, batch: fresh, requestIds };
}

async function handle(
  handler: EventHandler,
  batches: readonly StreamedBatch[],
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await handler(batches);
      return;
    } catch (error) {
      const final =
        error instanceof InvariantViolation ||
        (error instanceof Fault && error.verdict === 'poison');
      if (final) throw error;
      const { streamSequence } = batches[0]!;
      log.warn({ err: error, attempt, stream_sequence: streamSequence }, 'events not taken in yet');
      await sleep(retryDelayMs(attempt), undefined, { signal });
    }
  }
}

/**
 * The stream's first sequence, and that of the first message that ends after `place`: one past the tail where there is none
 * yet, or a message before it.
 * @throws Fault where the stream never was where the reader is: what comes now would look like repeats
 */
async function placeInStream(
  stream: Stream,
  place: EventOffset,
  signal: AbortSignal,
): Promise<{ readonly first: number; readonly from: number }> {
  const read = async (sequence: number): Promise<StoredMessage> => {
    const message = await stream.storedMessage(sequence);
    if (message === null) throw new StreamHole(stream.name, sequence, 'is missing');
    return message;
  };
  // The places rise with the sequences.
  const endsAfter = (data: Uint8Array, sequence: number): boolean =>
    compareOffsets(placeOf(lastEventOf(decodeBatch(data, sequence))), place) > 0;
  const short = stream.shortAnswers();
  for (let attempt = 0; ; attempt++) {
    const bounds = await stream.bounds();
    const { first, tail } = bounds;
    const from = await firstWhere(bounds, read, endsAfter);
    const last = from > tail ? await lastPlaceOf(stream, tail) : undefined;
    // Who knows the state as of a seq may well be ahead of the events.
    const isAhead = compareOffsets(place, afterSeq(place.seq)) === 0;
    if (last === undefined || isAhead || compareOffsets(last, place) >= 0) return { first, from };
    if (short.isConfirmed(bounds.copies)) {
      throw new Fault(
        'poison',
        `events: the stream ends at ${last.seq}.${last.index}, but ${place.seq}.${place.index} was read from it`,
      );
    }
    await pause(attempt, signal);
  }
}

async function lastPlaceOf(stream: Stream, tail: number): Promise<EventOffset> {
  const message = tail === 0 ? null : await stream.message(tail);
  return message ? placeOf(lastEventOf(decodeBatch(message.data, tail))) : BEFORE_ALL_EVENTS;
}
