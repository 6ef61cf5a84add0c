/**
 * Restores journal, events and rows on empty servers: the journal from its archive, to the archive's end, the copied
 * tables from a backup. The projector rebuilds history from the events.
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
  requireEmptyTables,
  restoreBackupRows,
} from '@bellwether/persistence';
import { quiet } from '../../replay/src/records';
import { endOfArchive } from './archive-end';
import { CONNECT_PATIENCE_MS, PROGRESS_MS } from './limits';

export interface RestoreTargets {
  readonly bus: Pick<BusOptions, 'servers' | 'nkeySeed' | 'token'>;
  readonly databaseUrl: string;
  /** Copies of the streams; more than one in a cluster. */
  readonly replicas: number;
  /** The folder of migrations. */
  readonly migrations: string;
  /** A folder for a snapshot of the archive's end, from which an engine starts without a replay. */
  readonly snapshotTo?: string | undefined;
  /** Called with the progress now and then. */
  readonly onProgress?: ((progress: RestoreProgress) => void) | undefined;
}

export interface RestoreProgress {
  /** The last record that is in the stream and was read back. */
  readonly record: number;
  readonly records_per_second: number;
}

export interface Restored {
  readonly manifest: Manifest;
  /** The journal's last record: at the backup's mark or later. */
  readonly record: number;
  readonly seq: number;
  readonly rows: number;
  /** Number published for their readers. */
  readonly events: number;
}

/**
 * @param backup the folder of one backup
 * @param archive of the journal, at least as long as the backup says
 * @throws Error if a server is not empty, or archive and backup do not belong together; nothing was written then
 */
export async function restore(
  { backup, archive }: { readonly backup: string; readonly archive: string },
  targets: RestoreTargets,
): Promise<Restored> {
  const manifest = await readManifest(backup);
  await requireMark(archive, manifest.journal);
  await migrate(targets.databaseUrl, { folder: targets.migrations });
  await requireEmptyTables(targets.databaseUrl);
  // Streams first: if this is interrupted, no row is ahead of them.
  const streams = await restoreStreams(archive, manifest.journal, BEFORE_ALL_EVENTS, targets);
  const rows = await restoreBackupRows(targets.databaseUrl, manifest, backup);
  return { manifest, ...streams, rows };
}

export interface RestoredBesideRows extends Omit<Restored, 'manifest' | 'rows'> {
  /** The journal's first record: 1, or the one after the snapshot that was used. */
  readonly first: number;
}

/**
 * For an intact database beside empty NATS servers: restores journal and events from the archive and leaves the rows
 * unchanged.
 *
 * @param snapshots a folder of proven ones: the journal begins after the newest that every reader of events has passed
 * @throws Error if the database has a command that the archive lacks; nothing was written then
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
  return { first: after.number + 1, ...streams };
}

/** The last event read by all readers with a cursor; before all events if history has none. */
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
