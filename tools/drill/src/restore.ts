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
import type { Exchange } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import {
  eventReaders,
  migrate,
  requireEmptyTables,
  restoreBackupRows,
  sendAgainWhatIsNotIn,
} from '@bellwether/persistence';
import type { EventReader } from '@bellwether/persistence';
import { quiet } from '../../replay/src/records';
import { endOfArchive } from './archive-end';
import type { ArchiveEnd } from './archive-end';
import { CONNECT_TIMEOUT_MS, PROGRESS_MS } from './limits';

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
  const { streams } = await restoreStreams(archive, manifest.journal, BEFORE_ALL_EVENTS, targets);
  const rows = await restoreBackupRows(targets.databaseUrl, manifest, backup);
  return { manifest, ...streams, rows };
}

export interface RestoredBesideRows extends Omit<Restored, 'manifest' | 'rows'> {
  /** The journal's first record: 1, or the one after the snapshot that was used. */
  readonly first: number;
  /** Rows that the engine had accepted after the archive's end, marked as not accepted: the listener sends them again. */
  readonly credits_sent_again: number;
  readonly charges_sent_again: number;
  /** Withdrawals whose end the engine had taken after the archive's end: the worker says it again. */
  readonly withdrawals_ended_again: number;
}

/**
 * For an intact database beside empty NATS servers: restores journal and events from the archive. Of the rows it changes
 * only those of credits, gas charges and ends of withdrawals that the restored books lack.
 *
 * @param snapshots a folder of proven ones: the journal begins after the newest that every reader of events has passed
 * @throws Error if a reader has read an event that the archive does not make; nothing was written then
 */
export async function restoreJournalAlone(
  { archive, snapshots }: { readonly archive: string; readonly snapshots?: string | undefined },
  targets: Omit<RestoreTargets, 'migrations'>,
  onPassedOver: (passedOver: UnusableSnapshot) => void = () => undefined,
): Promise<RestoredBesideRows> {
  const { databaseUrl } = targets;
  const identity = await identityOfArchive(archive);
  const readers = await eventReaders(databaseUrl, identity.shard);
  const unread = firstUnread(readers);
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
  requireAsFarAs(readers, await endOfArchive(archive, after));
  const { streams, exchange } = await restoreStreams(archive, identity, unread, targets, start);
  // Replies reach the rows before any event does, so a row may know more than every reader.
  const again = await sendAgainWhatIsNotIn(databaseUrl, exchange, Date.now());
  const sentAgain = {
    credits_sent_again: again.credits,
    charges_sent_again: again.charges,
    withdrawals_ended_again: again.withdrawals,
  };
  return { first: after.number + 1, ...streams, ...sentAgain };
}

/** An event that was read is of a command that was executed, whole, whichever of its events it is. */
function requireAsFarAs(
  readers: readonly EventReader[],
  { seq, timestampMs }: Pick<ArchiveEnd, 'seq' | 'timestampMs'>,
): void {
  const ahead = readers.toSorted((one, other) => other.seq - one.seq)[0];
  if (ahead === undefined || ahead.seq <= seq) return;
  throw new Error(
    `the archive ends at seq ${seq}, ${new Date(timestampMs).toISOString()}, and the database knows seq ${ahead.seq} (read by ${ahead.name}): restore PostgreSQL as it was before that time`,
  );
}

/** The last event read by all readers with a cursor; before all events if history has none. */
function firstUnread(readers: readonly EventReader[]): EventOffset {
  if (!readers.some(({ name }) => name === 'history')) return BEFORE_ALL_EVENTS;
  return readers.toSorted(compareOffsets)[0]!;
}

interface RestoredStreams {
  readonly streams: Omit<Restored, 'manifest' | 'rows'>;
  /** As of the archive's end. */
  readonly exchange: Exchange;
}

async function restoreStreams(
  archive: string,
  { network, shard }: JournalIdentity,
  unread: EventOffset,
  targets: Omit<RestoreTargets, 'migrations' | 'databaseUrl'>,
  start?: ProvenSnapshot,
): Promise<RestoredStreams> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const bus = await connectBus({ ...targets.bus, name: 'restore', log: quiet, signal });
  try {
    const identity = { network, shard };
    const { replicas, snapshotTo } = targets;
    const { number: record } = await restoreRecords(archive, identity, { ...targets, bus }, start);
    const replay = new ArchiveReplay(archive, identity, start);
    const to = { replicas, bus, log: quiet, upToRecord: record };
    const { seq, events } = await restoreEvents(unread, replay, to);
    if (snapshotTo !== undefined) await writeProven(snapshotTo, replay, archive);
    return { streams: { record, seq, events }, exchange: replay.exchange };
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
