/**
 * Removes the beginning of a journal or of its events permanently. The caller must prove that this is safe. The last
 * message always stays, as it shows readers where the stream ends.
 */
import { jetstreamManager } from '@nats-io/jetstream';
import { sameBytes } from '@bellwether/codec';
import { Fault, assert } from '@bellwether/errors';
import type { Bus } from '../connection/bus';
import { compareOffsets } from '../events/event-offset';
import type { EventOffset } from '../events/event-offset';
import { decodeBatch, eventStream, lastEventOf, offsetOf } from '../events/event-stream';
import { journalStream } from '../journal/journal-stream';
import { decodeRecord, hashOf } from '../journal/journal-record';
import type { JournalIdentity, JournalPosition } from '../journal/journal-record';
import type { Log } from '../connection/log';
import type { StoredMessage } from './stored-message';
import type { Stream } from './stream';
import { firstWhere } from './stream-bisection';
import { PURGE_TIMEOUT_MS } from '../limits';

export interface PurgeDependencies {
  readonly bus: Bus;
  readonly log: Log;
}

export interface PurgedStream {
  /** Number of messages removed. */
  readonly purged: number;
  /** Sequence of the first message left. */
  readonly first: number;
}

/**
 * Removes the records before `wanted`, at most up to `proven`. The record at `proven` stays, for those who load its
 * snapshot.
 * @throws InvariantViolation if the journal has a different record there
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
  return purgeTo(stream, Math.min(wanted, proven.number), dependencies.bus);
}

/** Number of the first record of `sinceMs` or later; one past the end if all are older. */
export async function firstRecordSince(
  sinceMs: number,
  identity: JournalIdentity,
  dependencies: PurgeDependencies,
): Promise<number> {
  const stream = journalStream(identity, dependencies);
  return firstOf(stream, (data, number) => decodeRecord(data, number).timestampMs >= sinceMs);
}

/** Removes the batches whose events are all at or before `covered` and older than `sinceMs`. The last batch stays. */
export async function purgeEventsBefore(
  { sinceMs, covered }: { readonly sinceMs: number; readonly covered: EventOffset },
  shard: number,
  { bus, log }: PurgeDependencies,
): Promise<PurgedStream> {
  const stream = eventStream({ shard }, { bus, log });
  const first = await firstOf(stream, (data, number) => {
    const last = lastEventOf(decodeBatch(data, number));
    return compareOffsets(offsetOf(last), covered) > 0 || last.timestampMs >= sinceMs;
  });
  return purgeTo(stream, first, bus);
}

async function purgeTo(stream: Stream, wanted: number, bus: Bus): Promise<PurgedStream> {
  const { first, tail } = await stream.bounds();
  const goal = Math.min(wanted, tail);
  if (goal <= first) return { purged: 0, first };
  // A server takes seconds for millions of messages: this one request is waited for.
  const slow = await jetstreamManager(bus.connection, {
    checkAPI: false,
    timeout: PURGE_TIMEOUT_MS,
  });
  const { purged } = await slow.streams.purge(stream.name, { seq: goal });
  return { purged, first: goal };
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
