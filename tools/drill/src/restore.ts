/**
 * Makes journal, events and rows anew on servers that are empty: the journal from its archive, to the archive's end, the kept
 * tables from a backup. History is left to the projector, which makes it anew from the events.
 */
import {
  ArchiveReplay,
  identityOfArchive,
  newestProven,
  readManifest,
  requireMark,
  restoreEvents,
  writeProven,
} from '@bellwether/backup';
import type { Manifest, ProvenSnapshot } from '@bellwether/backup';
import {
  BEFORE_ALL_EVENTS,
  JOURNAL_START,
  compareOffsets,
  connectBus,
  restoreJournal,
} from '@bellwether/bus';
import type { Bus, BusOptions, EventOffset, JournalIdentity } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import {
  eventReaders,
  historySeq,
  migrate,
  publishTransfersAgain,
  requireEmptyTables,
  restoreBackupRows,
} from '@bellwether/persistence';
import { quiet } from '../../replay/src/records';
import { endOfArchive } from './archive-end';
import { CONNECT_PATIENCE_MS, PROGRESS_MS, REPUBLISHED_MS } from './limits';

export interface RestoreTargets {
  readonly bus: Pick<BusOptions, 'servers' | 'nkeySeed' | 'token'>;
  readonly databaseUrl: string;
  /** Copies of the streams; more than one in a cluster. */
  readonly replicas: number;
  /** The folder of migrations. */
  readonly migrations: string;
  /** A folder in which a snapshot of the archive's end is left: of an engine, which then has nothing to replay. */
  readonly snapshotTo?: string | undefined;
  /** Hears now and then how far it is. */
  readonly onProgress?: ((progress: RestoreProgress) => void) | undefined;
}

export interface RestoreProgress {
  /** The last record that is in the stream, and was read again. */
  readonly record: number;
  readonly records_per_second: number;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the journal ends now: at the backup's mark or later. */
  readonly record: number;
  readonly seq: number;
  readonly rows: number;
  /** Published for their readers. */
  readonly events: number;
}

/**
 * @param backup the folder of one backup
 * @param archive of the journal, at least as long as the backup says
 * @throws Error where a server is not empty, or archive and backup do not belong together: nothing was written then
 */
export async function restore(
  { backup, archive }: { readonly backup: string; readonly archive: string },
  targets: RestoreTargets,
): Promise<Restored> {
  const manifest = await readManifest(backup);
  await requireMark(archive, manifest.journal);
  await migrate(targets.databaseUrl, { folder: targets.migrations });
  await requireEmptyTables(targets.databaseUrl);
  // First the streams: should this be cut off, no row is there yet that knows more than they do.
  const streams = await restoreStreams(archive, manifest.journal, BEFORE_ALL_EVENTS, targets);
  const republishedSinceMs = Date.parse(manifest.taken_at) - REPUBLISHED_MS;
  const from = { folder: backup, republishedSinceMs };
  const rows = await restoreBackupRows(targets.databaseUrl, manifest, from);
  return { manifest, ...streams, rows };
}

export interface RestoredBesideRows extends Omit<Restored, 'manifest' | 'rows'> {
  /** The journal's first record: 1, or the one after the snapshot that was taken. */
  readonly first: number;
  readonly messages: number;
}

/**
 * For a database that is well beside servers of NATS that are empty: journal and events from the archive, the rows as they
 * are. What the funding apps told each other is told again, as their stream is lost with the journal.
 *
 * @param snapshots a folder of proven ones: the journal begins behind the newest that no reader of events is behind
 * @throws Error where the database knows a command that the archive lacks: nothing was written then
 */
export async function restoreJournalAlone(
  { archive, snapshots }: { readonly archive: string; readonly snapshots?: string | undefined },
  targets: Omit<RestoreTargets, 'migrations'>,
  onPassedOver: (passedOver: UnusableSnapshot) => void = () => undefined,
): Promise<RestoredBesideRows> {
  const { databaseUrl } = targets;
  const identity = await identityOfArchive(archive);
  const unread = await firstUnread(databaseUrl, identity.shard);
  const start =
    snapshots === undefined
      ? undefined
      : await newestProven(
          { path: snapshots, archive, identity },
          ({ lastEvent }) =>
            assert(compareOffsets(lastEvent, unread) < 0, 'readers are behind its last event'),
          onPassedOver,
        );
  const after = start?.snapshot.position ?? JOURNAL_START;
  const end = await endOfArchive(archive, after);
  const known = (await historySeq(databaseUrl, identity.shard)) ?? 0;
  if (known > end.seq) {
    throw new Error(
      `the archive ends at seq ${end.seq}, ${new Date(end.timestampMs).toISOString()}, and the database knows seq ${known}: restore PostgreSQL as it was before that time`,
    );
  }
  const streams = await restoreStreams(archive, identity, unread, targets, start);
  const messages = await publishTransfersAgain(databaseUrl, Date.now() - REPUBLISHED_MS);
  return { first: after.number + 1, ...streams, messages };
}

/** The last event that everybody has read who keeps a cursor; before all where history has none. */
async function firstUnread(databaseUrl: string, shard: number): Promise<EventOffset> {
  const readers = await eventReaders(databaseUrl, shard);
  if (!readers.some(({ name }) => name === 'history')) return BEFORE_ALL_EVENTS;
  return readers.toSorted(compareOffsets)[0]!;
}

async function restoreStreams(
  archive: string,
  { network, shard }: JournalIdentity,
  unread: EventOffset,
  targets: Omit<RestoreTargets, 'migrations' | 'databaseUrl'>,
  start?: ProvenSnapshot,
): Promise<Omit<Restored, 'manifest' | 'rows'>> {
  const signal = AbortSignal.timeout(CONNECT_PATIENCE_MS);
  const bus = await connectBus({ ...targets.bus, name: 'restore', log: quiet, signal });
  try {
    const identity = { network, shard };
    const { replicas, snapshotTo } = targets;
    const { number: record } = await restoreRecords(archive, identity, { ...targets, bus }, start);
    const replay = new ArchiveReplay(archive, identity, start);
    const to = { replicas, bus, log: quiet, upToRecord: record };
    const { seq, events } = await restoreEvents(unread, replay, to);
    if (snapshotTo !== undefined) await writeProven(snapshotTo, replay, archive);
    return { record, seq, events };
  } finally {
    await bus.close();
  }
}

function restoreRecords(
  archive: string,
  identity: JournalIdentity,
  {
    bus,
    replicas,
    onProgress,
  }: Pick<RestoreTargets, 'replicas' | 'onProgress'> & { readonly bus: Bus },
  start?: ProvenSnapshot,
) {
  const after = start?.snapshot.position ?? JOURNAL_START;
  const startedMs = performance.now();
  let publishedMs = startedMs;
  const onVerified = ({ number: record }: { readonly number: number }): void => {
    const nowMs = performance.now();
    if (nowMs - publishedMs < PROGRESS_MS) return;
    publishedMs = nowMs;
    const perSecond = ((record - after.number) * 1_000) / (nowMs - startedMs);
    onProgress?.({ record, records_per_second: Math.round(perSecond) });
  };
  const records = new ArchiveFolder(archive).read(after.number + 1);
  const options = { ...identity, replicas, after, onVerified };
  return restoreJournal(records, options, { bus, log: quiet });
}
