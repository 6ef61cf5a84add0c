/**
 * Makes journal and rows anew on servers that are empty: the journal from its archive, to the archive's end, the kept
 * tables from a backup. History and events are left to projector and engine, which make them anew from the journal.
 */
import { readManifest, requireMark } from '@bellwether/backup';
import type { Manifest } from '@bellwether/backup';
import { connectBus, restoreJournal } from '@bellwether/bus';
import type { BusOptions, JournalIdentity } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import {
  historySeq,
  migrate,
  publishTransfersAgain,
  requireEmptyTables,
  restoreKeptRows,
} from '@bellwether/persistence';
import { quiet } from '../../replay/src/records';
import { endOfArchive } from './archive-end';
import { CONNECT_PATIENCE_MS, REPUBLISHED_MS } from './limits';

export interface RestoreTargets {
  readonly bus: Pick<BusOptions, 'servers' | 'nkeySeed' | 'token'>;
  readonly databaseUrl: string;
  /** Copies of the journal's stream; more than one in a cluster. */
  readonly replicas: number;
  /** The folder of migrations. */
  readonly migrations: string;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the journal ends now: at the backup's mark or later. */
  readonly record: number;
  readonly seq: number;
  readonly rows: number;
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
  // First the journal: should this be cut off, no row is there yet that knows more than it.
  const { number: record, lastSeq: seq } = await restoreRecords(archive, manifest.journal, targets);
  const republishedSinceMs = Date.parse(manifest.taken_at) - REPUBLISHED_MS;
  const from = { folder: backup, republishedSinceMs };
  const rows = await restoreKeptRows(targets.databaseUrl, manifest, from);
  return { manifest, record, seq, rows };
}

/**
 * For a database that is well beside servers of NATS that are empty: the journal from its archive, the rows as they are. What
 * the funding apps told each other is told again, as their stream is lost with the journal.
 *
 * @throws Error where the database knows a command that the archive lacks: nothing was written then
 */
export async function restoreJournalAlone(
  archive: string,
  targets: Omit<RestoreTargets, 'migrations'>,
): Promise<Omit<Restored, 'manifest' | 'rows'> & { readonly messages: number }> {
  const end = await endOfArchive(archive);
  const known = (await historySeq(targets.databaseUrl, end.shard)) ?? 0;
  if (known > end.seq) {
    throw new Error(
      `the archive ends at seq ${end.seq}, ${new Date(end.timestampMs).toISOString()}, and the database knows seq ${known}: restore PostgreSQL as it was before that time`,
    );
  }
  const { number: record, lastSeq: seq } = await restoreRecords(archive, end, targets);
  const messages = await publishTransfersAgain(targets.databaseUrl, Date.now() - REPUBLISHED_MS);
  return { record, seq, messages };
}

async function restoreRecords(
  archive: string,
  { network, shard }: JournalIdentity,
  { bus: options, replicas }: Pick<RestoreTargets, 'bus' | 'replicas'>,
) {
  const signal = AbortSignal.timeout(CONNECT_PATIENCE_MS);
  const bus = await connectBus({ ...options, name: 'restore', log: quiet, signal });
  try {
    const records = new ArchiveFolder(archive).read();
    return await restoreJournal(records, { network, shard, replicas }, { bus, log: quiet });
  } finally {
    await bus.close();
  }
}
