/**
 * Frees space in NATS: removes the beginning of a journal and of its events, once the archive has all of it and several
 * snapshots are later. Everything is verified before anything is removed; the archive is permanent.
 */
import {
  compareOffsets,
  firstRecordSince,
  purgeEventsBefore,
  purgeJournalBefore,
} from '@bellwether/bus';
import type {
  EventOffset,
  JournalPosition,
  PurgeDependencies,
  PurgedStream,
} from '@bellwether/bus';
import { eventReaders } from '@bellwether/persistence';
import type { EventReader } from '@bellwether/persistence';
import { identityOfArchive } from './archive-replay';
import { assertArchived } from './archived-beginning';
import { LEAST_JOURNAL_DAYS, LEAST_PROVEN_SNAPSHOTS } from './limits';
import { allProven } from './proven-snapshots';

const DAY_MS = 86_400_000;

/** Retention in days; null: forever. */
export interface Retention {
  /** At least `LEAST_JOURNAL_DAYS`. */
  readonly journalDays: number | null;
  readonly eventsDays: number | null;
}

export interface RetentionSources extends PurgeDependencies {
  readonly archive: string;
  /** The folder of proven snapshots. */
  readonly snapshots: string;
  readonly databaseUrl: string;
  readonly nowMs: number;
}

/** Report for the operator, written as JSON. */
export interface RetentionReport {
  /** The oldest of the proven snapshots; only what is before it may be removed. */
  readonly snapshot: { readonly record: number; readonly seq: number };
  /** Null if the journal is never purged. */
  readonly journal: PurgedStream | null;
  readonly events: PurgedStream | null;
}

/**
 * @throws Error if a snapshot is damaged, the archive is not the journal's, or a reader has read nothing yet; nothing
 * was removed then
 */
export async function purgeCovered(
  { journalDays, eventsDays }: Retention,
  sources: RetentionSources,
): Promise<RetentionReport> {
  if (journalDays !== null && journalDays < LEAST_JOURNAL_DAYS) {
    throw new Error(
      `a journal is kept for ${LEAST_JOURNAL_DAYS} days at least: an engine that comes back begins at its own snapshot`,
    );
  }
  const { archive, snapshots: path, databaseUrl, nowMs, bus, log } = sources;
  const identity = await identityOfArchive(archive);
  const proven = await allProven({ path, archive, identity });
  const [oldest] = proven;
  if (oldest === undefined || proven.length < LEAST_PROVEN_SNAPSHOTS) {
    throw new Error(
      `${path} holds ${proven.length} snapshots, and ${LEAST_PROVEN_SNAPSHOTS} are wanted: each backup leaves one`,
    );
  }
  const readers = await eventReaders(databaseUrl, identity.shard);
  const covered = coveredBy(oldest.lastEvent, readers, eventsDays !== null);
  const since = (days: number): number => nowMs - days * DAY_MS;
  const journal =
    journalDays === null
      ? null
      : await purgeRecords(oldest.position, since(journalDays), { identity, archive, bus, log });
  const events =
    eventsDays === null
      ? null
      : await purgeEventsBefore({ sinceMs: since(eventsDays), covered }, identity.shard, {
          bus,
          log,
        });
  const { number: record, lastSeq: seq } = oldest.position;
  return { snapshot: { record, seq }, journal, events };
}

/** Up to where all readers have read and the snapshot reaches. */
function coveredBy(
  snapshot: EventOffset,
  readers: readonly EventReader[],
  isNeeded: boolean,
): EventOffset {
  if (isNeeded && !readers.some(({ name }) => name === 'history')) {
    throw new Error('no projector has read the events yet');
  }
  return [snapshot, ...readers].toSorted(compareOffsets)[0]!;
}

async function purgeRecords(
  proven: JournalPosition,
  sinceMs: number,
  {
    identity,
    archive,
    ...dependencies
  }: PurgeDependencies & {
    readonly identity: Awaited<ReturnType<typeof identityOfArchive>>;
    readonly archive: string;
  },
): Promise<PurgedStream> {
  const wanted = await firstRecordSince(sinceMs, identity, dependencies);
  await assertArchived(archive, { identity, proven, ...dependencies });
  return purgeJournalBefore({ wanted, proven }, identity, dependencies);
}
