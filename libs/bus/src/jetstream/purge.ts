/**
 * Removes the beginning of a journal or of its events, for good. What makes that safe is for the caller to prove; here is
 * only that the last message always stays, as readers tell by it where a stream ends.
 */
import { Fault, assert } from '@bellwether/errors';
import type { Bus } from '../connection/bus';
import { compareOffsets } from '../events/event-offset';
import type { EventOffset } from '../events/event-offset';
import { decodeBatch, eventStream, lastEventOf, placeOf } from '../events/event-stream';
import { journalStream } from '../journal/journal-stream';
import { decodeRecord, hashOf, sameBytes } from '../journal/journal-record';
import type { JournalIdentity, JournalPosition } from '../journal/journal-record';
import type { Log } from '../connection/log';
import type { StoredMessage } from './stored-message';
import type { Stream } from './stream';
import { firstWhere } from './stream-bisection';

export interface PurgeDependencies {
  readonly bus: Bus;
  readonly log: Log;
}

export interface PurgedStream {
  /** Messages that went. */
  readonly purged: number;
  /** Number of the first one that is left. */
  readonly first: number;
}

/**
 * Removes the records before `wanted`, at most as far as `proven`: the record there stays, so that whoever loads the snapshot
 * of it finds it.
 * @throws InvariantViolation where the journal has another record there; Fault where an older release made the stream, which
 *   then is never purged
 */
export async function purgeJournalBefore(
  { wanted, proven }: { readonly wanted: number; readonly proven: JournalPosition },
  identity: JournalIdentity,
  dependencies: PurgeDependencies,
): Promise<PurgedStream> {
  const stream = journalStream(identity, dependencies);
  const stored = await stream.message(proven.number);
  assert(
    stored !== null && sameBytes(hashOf(stored.data), proven.hash),
    () => `journal: record ${proven.number} is not the one that the snapshot is of`,
  );
  const record = decodeRecord(stored.data, proven.number);
  assert(record.network === identity.network, () => `a journal of network ${record.network}`);
  return purgeTo(stream, Math.min(wanted, proven.number));
}

/** Number of the first record of `sinceMs` or later; one past the end where all are older. */
export async function firstRecordSince(
  sinceMs: number,
  identity: JournalIdentity,
  dependencies: PurgeDependencies,
): Promise<number> {
  const stream = journalStream(identity, dependencies);
  return firstOf(stream, (data, number) => decodeRecord(data, number).timestampMs >= sinceMs);
}

/**
 * Removes the batches of events all of which are at or before `covered` and older than `sinceMs`; the last one stays.
 */
export async function purgeEventsBefore(
  { sinceMs, covered }: { readonly sinceMs: number; readonly covered: EventOffset },
  shard: number,
  { bus, log }: PurgeDependencies,
): Promise<PurgedStream> {
  const stream = eventStream({ shard }, { bus, log });
  const first = await firstOf(stream, (data, number) => {
    const last = lastEventOf(decodeBatch(data, number));
    return compareOffsets(placeOf(last), covered) > 0 || last.timestampMs >= sinceMs;
  });
  return purgeTo(stream, first);
}

async function purgeTo(stream: Stream, wanted: number): Promise<PurgedStream> {
  const { first, tail } = await stream.bounds();
  const goal = Math.min(wanted, tail);
  if (goal <= first) return { purged: 0, first };
  const { streams } = await stream.jetstream();
  const { config } = await streams.info(stream.name);
  if (config.deny_purge) throw new Fault('poison', `stream ${stream.name} is never purged`);
  return { purged: (await streams.purge(stream.name, { seq: goal })).purged, first: goal };
}

async function firstOf(
  stream: Stream,
  holds: (data: Uint8Array, number: number) => boolean,
): Promise<number> {
  const read = async (number: number): Promise<StoredMessage> => {
    const stored = await stream.message(number);
    if (stored === null) throw new Fault('retry', `stream ${stream.name}: ${number} is missing`);
    return stored;
  };
  return firstWhere(await stream.bounds(), read, holds);
}
